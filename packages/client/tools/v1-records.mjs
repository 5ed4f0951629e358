/** The records and bodies of REST v1 as types, an interface for each entity type. Pure. */

/**
 * @param {import('@headwater/openapi-types').OpenApiDocument} document of REST v1
 * @returns {string} the module: records by collection, with the fields that conditions may not compare; bodies by collection and by entity
 */
export function v1Records({ paths, components }) {
  const listed = Object.entries(paths).flatMap(([path, item]) => {
    const [, name] = /^\/\{space_name\}\/([^/{}]+)$/.exec(path) ?? [];
    const { type, items } = item.get?.responses[200]?.content?.['application/json']?.schema ?? {};
    const body = item.post?.requestBody?.content['application/json'].schema;
    return name && type === 'array' && items.$ref ? [{ name, entity: nameOf(items), body: body && nameOf(body) }] : [];
  });
  const collections = listed.map(({ name, entity }) => [name, entity]);
  const written = new Map();
  const waiting = collections.map(([, entity]) => entity);
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    if (written.has(name)) continue;
    written.set(name, declare(name, components.schemas[name], components.schemas, waiting));
  }
  const byCollection = collections.map(([name, entity]) => `  ${name}: ${entity};\n`).join('');
  const uncompared = collections.flatMap(([name, entity]) => {
    const fields = Object.entries(components.schemas[entity].properties);
    const names = fields.filter(([, schema]) => schema['x-compared'] === false).map(([field]) => `'${field}'`);
    return names.length === 0 ? [] : [`  ${name}: ${names.join(' | ')};\n`];
  });
  const records = [...written].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  const writable = listed.filter(({ body }) => body !== undefined);
  const bodies = declareBodies(
    writable.map(({ body }) => body),
    components.schemas,
  );
  const bodiesBy = (key) => writable.map((one) => `  ${one[key]}: ${one.body};\n`).join('');
  return [
    ...records,
    `/** Records by collection. */\nexport interface V1Collections {\n${byCollection}}\n`,
    `/** Fields that no condition may compare, by collection. */\nexport interface V1Uncompared {\n${uncompared.join('')}}\n`,
    ...bodies,
    `/** What writes take, by collection. */\nexport interface V1Bodies {\n${bodiesBy('name')}}\n`,
    `/** What writes take, by entity. */\nexport interface V1EntityBodies {\n${bodiesBy('entity')}}\n`,
  ].join('\n');
}

/** A body has fields of its record, most of them with the same type: only the others are written out. */
function declareBodies(names, schemas) {
  const written = new Map();
  const waiting = [...names];
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    if (written.has(name)) continue;
    const record = name.replace(/Body$/, '');
    const shown = schemas[record].properties;
    const fields = Object.entries(schemas[name].properties);
    const isShown = ([member, schema]) =>
      member in shown && typeOf(schema, schemas, []) === typeOf(shown[member], schemas, []);
    const others = fields.filter((field) => !isShown(field));
    const left = Object.keys(shown).filter((member) => !fields.some((field) => field[0] === member && isShown(field)));
    const members = others.map(([member, schema]) => {
      return `${comment(schema.description, '  ')}  ${member}?: ${typeOf(schema, schemas, waiting)};\n`;
    });
    // What a body is for is said at its record.
    const [needs] = /A new record needs .*$/.exec(schemas[name].description ?? '') ?? [];
    const base = `Partial<Omit<${record}, ${left.map((member) => `'${member}'`).join(' | ') || 'never'}>>`;
    written.set(name, `${comment(needs, '')}export interface ${name} extends ${base} {\n${members.join('')}}\n`);
  }
  return [...written].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
}

function declare(name, { description, properties }, schemas, waiting) {
  const members = Object.entries(properties).map(([member, schema]) => {
    return `${comment(schema.description, '  ')}  ${member}: ${typeOf(schema, schemas, waiting)};\n`;
  });
  return `${comment(description, '')}export interface ${name} {\n${members.join('')}}\n`;
}

function typeOf(schema, schemas, waiting) {
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return choices.map((choice) => typeOf(choice, schemas, waiting)).join(' | ');
  if (schema.$ref) {
    const name = nameOf(schema);
    if (!schemas[name].properties) return typeOf(schemas[name], schemas, waiting);
    waiting.push(name);
    return name;
  }
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const types = [schema.type].flat().map((type) => {
    if (type === 'array') return `(${typeOf(schema.items ?? {}, schemas, waiting)})[]`;
    return (
      { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[type] ?? 'unknown'
    );
  });
  return types.join(' | ');
}

function nameOf({ $ref }) {
  return $ref.split('/').at(-1);
}

function comment(text, indent) {
  return text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */\n`;
}
