/**
 * The documents of the interface, as they are generated from the spec.
 */
import { v1Operations, v100Operations } from '@headwater/openapi-types';
import { v1Document } from '@headwater/openapi-types/v1-document';
import { v100Document } from '@headwater/openapi-types/v100-document';
import { ContractDocument } from './contract-document.js';

export interface ContractDocuments {
  readonly v100: ContractDocument;
  readonly v1: ContractDocument;
}

export function loadContractDocuments(): ContractDocuments {
  return {
    v100: new ContractDocument('v100', v100Document, v100Operations),
    v1: new ContractDocument('v1', v1Document, v1Operations),
  };
}
