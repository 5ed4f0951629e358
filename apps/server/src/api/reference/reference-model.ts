/** What the reference says of an entity type and its operations, from the catalog and the documents of the interface. */
import type { Catalog, EntityType } from '@headwater/catalog';
import { areas } from '@headwater/catalog';
import { asJsonObject, type JsonObject, type JsonValue, standardPaths } from '@headwater/contract';
import {
  type StandardOperation,
  type V100SpecialOperation,
  v100Operations,
  v100Templates,
} from '@headwater/openapi-types';
import { v100SharedParts, v100SpecialPaths } from '@headwater/openapi-types/v100-parts';

export interface ShownOperation {
  /** Names its place on the page. */
  readonly anchor: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  readonly parameters: readonly ShownParameter[];
  readonly statuses: readonly string[];
  readonly standard?: StandardOperation;
  readonly special?: V100SpecialOperation;
}

export interface ShownParameter {
  /** Of a parameter that several operations share. */
  readonly key?: string;
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly schema: JsonObject;
}

export interface ShownArea {
  readonly name: string;
  readonly description: string;
  readonly folded: boolean;
  readonly entityTypes: readonly EntityType[];
}

const paths = v100SpecialPaths as Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;

/** @returns the standard operations of the entity type, and those that only it has */
export function operationsOf(entityType: EntityType): ShownOperation[] {
  const standard = Object.entries(standardPaths(v100Templates, [entityType])).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => shownOperation(path, method, asJsonObject(operation))),
  );
  const order = v100Templates.map(({ name }) => name);
  const rank = ({ standard: name }: ShownOperation) => (name === undefined ? order.length : order.indexOf(name));
  return [...standard.sort((a, b) => rank(a) - rank(b)), ...specialOperations(entityType.name)];
}

/** @param entityType null: those that belong to no entity type */
export function specialOperations(entityType: string | null): ShownOperation[] {
  const own = v100Operations.filter((one) => one.operation === null && one.entityType === entityType);
  return own.map(({ path, method }) => shownOperation(path, method, asJsonObject(paths[path]?.[method])));
}

function shownOperation(path: string, method: string, operation: JsonObject): ShownOperation {
  const standard = operation['x-operation'] as StandardOperation | undefined;
  const id = String(operation.operationId);
  return {
    anchor: standard ?? id,
    method: method.toUpperCase(),
    path,
    summary: String(operation.summary),
    description: String(operation.description),
    parameters: listOf(operation.parameters).map(shownParameter),
    statuses: Object.keys(asJsonObject(operation.responses)),
    ...(standard === undefined ? { special: id as V100SpecialOperation } : { standard }),
  };
}

const sharedParameters = v100SharedParts.parameters as Readonly<Record<string, JsonObject>>;

function shownParameter(given: JsonValue): ShownParameter {
  const { $ref, ...own } = asJsonObject(given);
  const key = typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined;
  const parameter = key === undefined ? own : asJsonObject(sharedParameters[key]);
  return {
    ...(key !== undefined && { key }),
    name: String(parameter.name),
    in: String(parameter.in),
    isRequired: parameter.required === true,
    description: String(parameter.description ?? ''),
    schema: asJsonObject(parameter.schema),
  };
}

/** @returns the parameters that operations share, each once */
export function allSharedParameters(): ShownParameter[] {
  return Object.keys(sharedParameters).map((key) => shownParameter({ $ref: `#/components/parameters/${key}` }));
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** @returns the areas of the service; what a space has defined itself comes first, in one of its own */
export function areasOf(catalog: Catalog): ShownArea[] {
  const own = catalog.entityTypes.filter(({ storedIn }) => storedIn !== undefined);
  const ownArea = { name: 'Of this space', description: 'What the space has defined itself.', folded: false };
  const shown = areas.map((area) => ({ ...area, entityTypes: area.entityTypes.map((name) => catalog.existing(name)) }));
  return own.length === 0 ? shown : [{ ...ownArea, entityTypes: own }, ...shown];
}
