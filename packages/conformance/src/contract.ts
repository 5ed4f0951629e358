/**
 * What checks go by: the documents of the interface and its entity types; those of one space where it has some of its own.
 */
import { buildCatalog, type Catalog, entityTypes } from '@headwater/catalog';
import { type ContractDocuments, loadContractDocuments } from './documents/contract-documents.js';

export interface Contract {
  readonly documents: ContractDocuments;
  readonly catalog: Catalog;
}

/** The interface as every space has it. */
export const interfaceContract: Contract = {
  documents: loadContractDocuments(),
  catalog: buildCatalog(entityTypes),
};
