/** The records of REST v1 as types, one interface for each entity type. Pure. */

/**
 * @param {import('@headwater/openapi-types').OpenApiDocument} document of REST v1
 * @returns {string} the module: records by collection
 */
export function v1Records({ paths, components }) {
  const collections = Object.entries(paths).flatMap(([path, item]) => {
    const [, name] = /^\/\{space_name\}\/([^/{}]+)$/.exec(path) ?? [];
    const { type, items } = item.get?.responses[200]?.content?.['application/json']?.schema ?? {};
    return name && type === 'array' && items.$ref ? [[name, nameOf(items)]] : [];
  });
  const written = new Map();
  const waiting = collections.map(([, entity]) => entity);
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    if (written.has(name)) continue;
    written.set(name, declare(name, components.schemas[name], components.schemas, waiting));
  }
  const byCollection = collections.map(([name, entity]) => `  ${name}: ${entity};\n`).join('');
  const records = [...written].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return `${records.join('\n')}\n/** Records by collection. */\nexport interface V1Collections {\n${byCollection}}\n`;
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
