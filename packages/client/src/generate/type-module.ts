/**
 * The TypeScript module of a space's types, made by openapi-typescript. Knows no server and no file.
 */

const header = `/**
 * The types of a space, made from its own OpenAPI document by headwater-client generate.
 * Do not edit: run the command again.
 */
`;

/** openapi-typescript is not installed. */
export class MissingGeneratorError extends Error {
  override name = 'MissingGeneratorError';

  constructor() {
    super('openapi-typescript makes the types: npm install --save-dev openapi-typescript typescript');
  }
}

/**
 * @param document valid OpenAPI 3; stays as it is
 * @returns the module: the same text for the same document
 * @throws MissingGeneratorError
 */
export async function typeModule(document: object): Promise<string> {
  const { default: openapiTS, astToString } = await loadGenerator();
  const nodes = await openapiTS(structuredClone(document) as never, {
    // A member with a default may still be left out of a body.
    defaultNonNullable: false,
    transform: withoutAlternatives,
  });
  return `${header}\n${astToString(nodes)}`;
}

async function loadGenerator(): Promise<typeof import('openapi-typescript')> {
  try {
    return await import('openapi-typescript');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
      throw new MissingGeneratorError();
    }
    throw error;
  }
}

/**
 * "At least one of these members" has no type of its own: openapi-typescript makes it `unknown`, and with it the whole body.
 * The types leave it to the server.
 */
function withoutAlternatives(schema: { anyOf?: readonly object[] }): undefined {
  const onlyRequires = (part: object) => Object.keys(part).join() === 'required';
  if (schema.anyOf?.every(onlyRequires)) delete schema.anyOf;
  return undefined;
}
