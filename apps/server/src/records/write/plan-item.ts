/**
 * Plans the items of a write: reads them against the catalog, and finds what bodies give by names. What only the database knows of the
 * records comes later.
 */
import type { EntityType } from '@headwater/catalog';
import { type Change, emptyChange, type OptionName } from '../../plan/change/change.js';
import { BodyAllowance, type FieldLeaf, invalid } from '../../plan/change/field-errors.js';
import { planChange } from '../../plan/change/plan-change.js';
import type { Operand } from '../../plan/list/predicate.js';
import { isCustomEntityType, storageTypes } from '../../plan/relations/custom-types.js';
import type { SpaceCatalog } from '../../plan/relations/record-links.js';
import { newUuid } from '../../plan/values/new-uuid.js';
import { isStorableText, isUuid } from '../../plan/values/operand.js';
import { type RecordBody, validationBits, type WriteItem } from '../../request/write-request.js';
import { Lookups } from '../../sql/write/lookups.js';
import type { Origin } from '../convert/origin.js';
import { requestedType } from '../requested-type.js';
import { fieldLists } from './field-lists.js';
import { readStored } from './stored-record.js';
import type { WriteContext } from './write-context.js';

export interface PlannedItem {
  /** Its position among the items. */
  readonly index: number;
  readonly item: WriteItem;
  readonly entityType: EntityType;
  /** In lower case; of a new record the one that it will have. */
  readonly id: string;
  /** The caller chose the id of a new record. */
  readonly hasChosenId: boolean;
  readonly change: Change;
  /** Records of the same entity type that the body points at. */
  readonly references: readonly string[];
  /** A change of which record is above this one in a hierarchy. */
  readonly movesInHierarchy: boolean;
  /** The record of another entity type that the new one is made of. */
  readonly origin?: Origin;
  /** No other row of its parents is written together with it. */
  readonly isAlone?: boolean;
}

/**
 * @param allowance that the items of one request share
 * @throws ApiError `ERROR_UNKNOWN_TYPE` for an entity type that the space does not have, or no longer has; `ERROR_BODY_TOO_LARGE` for
 *   more rows than the allowance has
 */
export function planItem(space: SpaceCatalog, item: WriteItem, index: number, allowance?: BodyAllowance): PlannedItem {
  const entityType = requestedType(space.catalog, item.entityType);
  const hasBody = item.kind === 'create' || item.kind === 'update';
  const change = hasBody
    ? planChange(space, entityType, item.body, item.validationLevel, allowance)
    : emptyChange(entityType);
  if (item.kind === 'update') checkSameId(change, item.body, item.id);
  const id = item.kind === 'create' ? idOfNew(item, change) : item.id.toLowerCase();
  const hasChosenId = item.kind === 'create' && (item.id !== undefined || id === sentId(item.body));
  const movesInHierarchy = item.kind === 'update' && setsHierarchy(change);
  const references = referencesTo(entityType, change);
  return { index, item, entityType, id, hasChosenId, change, references, movesInHierarchy };
}

/**
 * A record that is made of one of another entity type.
 * @param entityType that the record shall have
 */
export function planConversion(
  space: SpaceCatalog,
  entityType: EntityType,
  { body, validationLevel }: BodyOfConversion,
  origin: Origin,
): PlannedItem {
  const id = String(origin.record.id);
  const change = planChange(space, entityType, body, validationLevel);
  checkSameId(change, body, id);
  const item: WriteItem = { kind: 'create', entityType: entityType.name, body, validationLevel };
  const references = referencesTo(entityType, change);
  return { index: 0, item, entityType, id, hasChosenId: false, change, references, movesInHierarchy: false, origin };
}

/** @returns the id to look the record of an item up by; undefined when it has none yet, or one that no record has */
export function storedId({ item, id }: PlannedItem): string | undefined {
  return item.kind === 'create' || !isUuid(id) ? undefined : id;
}

interface BodyOfConversion {
  readonly body: RecordBody;
  readonly validationLevel: number;
}

type NewItem = Extract<WriteItem, { kind: 'create' }>;

function idOfNew({ id, body, validationLevel }: NewItem, change: Change): string {
  return id?.toLowerCase() ?? chooseId(change, body, validationLevel);
}

/** An id in a create body is rejected, unless read-only members may be written. */
function chooseId(change: Change, { id }: RecordBody, validationLevel: number): string {
  if (id === undefined || id === null) return newUuid();
  if ((validationLevel & validationBits.readOnlyWritable) === 0) {
    change.errors.push(invalid('id', 'is given by the service; to choose it, write with validation-level 8.'));
  } else if (isUuid(id)) {
    return id.toLowerCase();
  } else {
    change.errors.push(invalid('id', 'must be a uuid.'));
  }
  return newUuid();
}

function sentId(body: RecordBody): string | undefined {
  return typeof body.id === 'string' ? body.id.toLowerCase() : undefined;
}

function checkSameId(change: Change, body: RecordBody, id: string): void {
  if (body.id === undefined || body.id === null) return;
  if (sentId(body) !== id.toLowerCase()) {
    change.errors.push(invalid('id', 'is not the id of the address; the id of a record never changes.'));
  }
}

function setsHierarchy({ entityType, values }: Change): boolean {
  const { hierarchy } = fieldLists(entityType);
  return hierarchy !== undefined && values.has(hierarchy.name);
}

function referencesTo(target: EntityType, { entityType, values, rows }: Change): string[] {
  const { references, idLists } = fieldLists(entityType);
  const own: string[] = [];
  for (const { name, targets } of references) {
    const id = values.get(name);
    if (typeof id === 'string' && targets.includes(target.name)) own.push(id);
  }
  for (const { name } of idLists) own.push(...idsIn(values.get(name)));
  if (rows.size === 0) return own;
  const below = [...rows.values()].flatMap(({ items }) => items);
  return [
    ...own,
    // An item may name the record that its row shall point at instead of the row.
    ...below.flatMap(({ id, mayBe, change }) => [...(id && mayBe ? [id] : []), ...referencesTo(target, change)]),
  ];
}

/** A list of ids may be one of records of the same entity type. */
function idsIn(list: Operand | undefined): string[] {
  return typeof list === 'string' ? (JSON.parse(list) as string[]) : [];
}

/** Whether an item is about a record of a custom entity type by the name of the collection that all of them share. */
export function isCustomRecord({ entityType }: PlannedItem): boolean {
  return entityType.name === storageTypes.records;
}

/** @returns the items, those of custom entities as items of their own entity type where the space has it */
export async function chooseCustomTypes(context: WriteContext, items: readonly PlannedItem[]): Promise<PlannedItem[]> {
  const { catalog } = context;
  if (!catalog.entityTypes.some(isCustomEntityType)) return [...items];
  const shared = items.filter(isCustomRecord);
  const allowance = new BodyAllowance();
  const ofRecords = await readTexts(context, storageTypes.records, 'kind', shared.map(storedId));
  const ofTypes = await readTexts(context, storageTypes.types, 'entity_api_name', shared.map(typeOfNew));
  return items.map((planned) => {
    if (!isCustomRecord(planned)) return planned;
    const name = ofRecords.get(storedId(planned)) ?? ofTypes.get(typeOfNew(planned)) ?? '';
    const entityType = catalog.entityType(name);
    const isKnown = entityType !== undefined && isCustomEntityType(entityType);
    return isKnown ? planItem(context, { ...planned.item, entityType: name }, planned.index, allowance) : planned;
  });
}

function typeOfNew({ item, change }: PlannedItem): string | undefined {
  const type = item.kind === 'create' ? change.values.get('type_id') : undefined;
  return typeof type === 'string' ? type : undefined;
}

/** @returns what is in a text field of records, by their ids */
async function readTexts(
  context: WriteContext,
  name: string,
  field: string,
  ids: readonly (string | undefined)[],
): Promise<ReadonlyMap<string | undefined, string>> {
  const entityType = context.store.catalog.existing(name);
  const known = ids.filter((id) => id !== undefined);
  const records = await readStored(context, entityType, known, { lock: 'none', includeDeleted: true });
  return new Map([...records].map(([id, record]) => [id, String(record[field] ?? '')]));
}

/**
 * Finds the options that bodies give by their names, with one lookup for all items of a request. Sets the members that they are chosen
 * in, or adds the error of a name that no option has.
 */
export async function findNamedOptions(context: WriteContext, items: readonly PlannedItem[]): Promise<void> {
  const named = items.flatMap(({ change }) => change.optionNames.map((option) => ({ option, change })));
  const lookups = new Lookups(context.dialect, context.space);
  const data = context.catalog.existing('Data');
  const wanted = named.map(({ option, change }) => {
    const { field, name } = option;
    const conditions = { data_set_id: field.dataSet ?? '', option_name: name };
    // No option has a name that cannot be stored, and the database is not asked for one.
    const fact = isStorableText(name) ? lookups.firstWhere(data, conditions, 'sort_order') : undefined;
    return { option, change, fact };
  });
  await context.lookUp(lookups);
  for (const { option, change, fact } of wanted) {
    const id = fact === undefined ? null : lookups.found(fact);
    if (id === null) (option.row ?? change).errors.push(noSuchOption(option));
    else option.choose(id);
  }
}

function noSuchOption({ field, link, name, locate }: OptionName): FieldLeaf {
  const problem =
    `${JSON.stringify(name)} is neither the link nor the name of an option of this space. Set ${field.name} to the id of an option: ` +
    `they are the Data records whose data_set_id is ${field.dataSet}.`;
  return locate(invalid(link, problem));
}
