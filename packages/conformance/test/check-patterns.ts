/** Generated checks are one function with many entity types or operations. */

/** @returns one id for all checks of the same function, such as `collection.*.members`; the id itself of any other */
export function patternOf(id: string): string {
  if (id.startsWith('collection.')) return id.replace(/^collection\.\w+/, 'collection.*');
  return id.replace(
    /^operation\.(v1\.)?(listDuplicate|list|get|create|update|delete|batchModify|batchDelete|batchRestore|upsert|merge)[A-Z]\w*$/,
    'operation.$1$2*',
  );
}
