/**
 * The text of JSON, put together and taken apart by the databases: for the texts that are stored beside records. Pure.
 */

/** The text of a JSON object with members. */
export interface ObjectText {
  readonly text: string;
  /** Its last value is no object: at the end of the text is one brace, its own. */
  readonly endsPlainly: boolean;
}

export interface JsonTextDialect {
  /** The text of one object with the members of all, in their order. */
  splicedText(objects: readonly ObjectText[]): string;
  /** The text without its last brace. */
  withoutBrace(object: ObjectText): string;
  /** A value as text in JSON. */
  jsonLiteral(value: string): string;
  /** A text as it is between the quotes of a JSON string. */
  insideJsonText(text: string): string;
  /** The items of a sub-select as one text, with a comma between them. */
  joinedText(item: string): string;
  /** The items of a JSON array, each as `value` of a row: behind FROM. @param array the text of the array */
  entries(array: string, alias: string, count: number): string;
  /** The members of a JSON object, all of them texts, as `key` and `value` of a row: behind FROM. @param object its text */
  textMembers(object: string, alias: string, count: number): string;
}

export const sqliteJsonText: JsonTextDialect = {
  splicedText: (objects) =>
    objects
      .map((object, index) => {
        const isLast = index === objects.length - 1;
        if (index === 0) return isLast ? object.text : sqliteJsonText.withoutBrace(object);
        // Behind its brace is a name: nothing else is trimmed.
        if (isLast) return `ltrim(${object.text}, '{')`;
        return object.endsPlainly ? `trim(${object.text}, '{}')` : `ltrim(${sqliteJsonText.withoutBrace(object)}, '{')`;
      })
      .join(" || ',' || "),
  // To trim costs a tenth of a substr, which counts characters. The characters ahead of the last one, however many: the text is named
  // once, and evaluated once.
  withoutBrace: ({ text, endsPlainly }) => (endsPlainly ? `rtrim(${text}, '}')` : `substr(${text}, -1, -1000000000)`),
  jsonLiteral: (value) => `json_quote(${value})`,
  insideJsonText: (text) => `trim(json_quote(${text}), '"')`,
  joinedText: (item) => `group_concat(${item}, ',')`,
  entries: (array, alias) => `json_each(${array}) ${alias}`,
  textMembers: (object, alias) => `json_each(${object}) ${alias}`,
};

/** Of text every character is looked at, one by one: forty times the work. */
const bytesOf = (text: string) => `convert_to(${text}, 'UTF8')`;

function bytesWithoutBrace({ text, endsPlainly }: ObjectText): string {
  return endsPlainly ? `rtrim(${bytesOf(text)}, '\\x7d'::bytea)` : bytesOf(`left(${text}, -1)`);
}

export const postgresJsonText: JsonTextDialect = {
  splicedText(objects) {
    const parts = objects.map((object, index) => {
      const isLast = index === objects.length - 1;
      const bytes = isLast ? bytesOf(object.text) : bytesWithoutBrace(object);
      // Behind its brace is a name: nothing else is trimmed.
      return index === 0 ? bytes : `ltrim(${bytes}, '\\x7b'::bytea)`;
    });
    return `convert_from(${parts.join(" || '\\x2c'::bytea || ")}, 'UTF8')`;
  },
  withoutBrace: (object) => `convert_from(${bytesWithoutBrace(object)}, 'UTF8')`,
  jsonLiteral: (value) => `coalesce(to_json(${value})::text, 'null')`,
  insideJsonText: (text) => `trim('"' FROM to_json(${text})::text)`,
  joinedText: (item) => `string_agg(${item}, ',')`,
  // Without a limit a planner counts on a hundred rows: what is never executed would decide whether statements are planned again each
  // time.
  entries: (array, alias, count) =>
    `(SELECT e.value FROM json_array_elements(${array}::json) AS e(value) LIMIT ${count}) AS ${alias}`,
  textMembers: (object, alias, count) =>
    `(SELECT e.key, e.value FROM json_each_text(${object}::json) AS e LIMIT ${count}) AS ${alias}`,
};
