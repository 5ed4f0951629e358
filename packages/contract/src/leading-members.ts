/** The members that open every answer, in this order. */
export const leadingMembers: readonly string[] = ['is_delete_protected', 'id', 'is_deleted', 'modified', 'created'];
