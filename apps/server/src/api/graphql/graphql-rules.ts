/**
 * What the operator has settled for the door.
 */
import type { DocumentRules } from './documents/documents-plugin.js';

export interface GraphqlRules extends DocumentRules {
  /** Questions about the schema are answered. */
  readonly introspection: boolean;
  /** Milliseconds that an operation may take. */
  readonly timeoutMs: number;
}
