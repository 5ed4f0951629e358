/** Apart from what reads documents: the command line names this error without loading GraphQL. */

/** Stored documents that cannot be used; the message names the place. */
export class DocumentsError extends Error {
  override readonly name = 'DocumentsError';
}
