/** Which collections show the records of others, by the document of the interface. Pure. */

/**
 * @param {import('@headwater/openapi-types').OpenApiDocument} document of REST v100
 * @returns {Record<string, string[]>} the collections of their records, by collection
 */
export function unionCollections({ paths, components }) {
  const collections = new Map(
    Object.entries(paths).flatMap(([path, item]) => {
      const [, collection] = /^\/entities\/([^/{}]+)$/.exec(path) ?? [];
      const { $ref } = item.get?.responses[200]?.content?.['application/json']?.schema?.properties?.data?.items ?? {};
      return collection && $ref ? [[$ref.split('/').at(-1), collection]] : [];
    }),
  );
  return Object.fromEntries(
    [...collections].flatMap(([type, collection]) => {
      const types = components.schemas[type]['x-union'];
      return types ? [[collection, types.map((one) => collections.get(one))]] : [];
    }),
  );
}
