/**
 * Reads a record body against the catalog: members become fields, JSON values canonical ones, and every error is collected.
 * Pure: what only the database knows is checked later.
 */
import { type EntityType, type Field, onlyShows, type ReferenceField, type RowsField } from '@headwater/catalog';
import { isRecordBody, type RecordBody, RowsPart, validationBits } from '../../request/write-request.js';
import { memberNames } from '../relations/field-path.js';
import { idInLink, readLink, type SpaceCatalog } from '../relations/record-links.js';
import { isUuid, parseAmount, parseOperand } from '../values/operand.js';
import { parseValue } from '../values/parse-value.js';
import {
  type Change,
  emptyChange,
  type MoneyChange,
  type OptionName,
  type RowChange,
  type RowsChange,
} from './change.js';
import {
  BodyAllowance,
  FieldErrors,
  type FieldLeaf,
  inItem,
  invalid,
  primaryWanted,
  unknownMember,
} from './field-errors.js';

/** Set by the service alone, whatever the validation level. */
const neverWritten = new Set(['id', 'revision', 'is_deleted']);

/** Rows that one body may hold in one relation; larger sets are written through the rows' own collection. */
export const maxRows = 1_000;

/**
 * @param allowance that the bodies of one request share
 * @throws ApiError `ERROR_BODY_TOO_LARGE` when they have more rows than that
 */
export function planChange(
  { catalog, space, limits }: SpaceCatalog,
  entityType: EntityType,
  body: RecordBody,
  validationLevel: number,
  allowance = new BodyAllowance(),
): Change {
  const errors = new FieldErrors(allowance);
  const optionNames: OptionName[] = [];
  const own = { errors, allowance, optionNames, locate: (error: FieldLeaf) => error };
  const reading = { catalog, space, limits, validationLevel, ...own };
  const change = planBody(reading, entityType, body);
  return { ...change, errors: errors.all(), optionNames };
}

/** What a body is read with. */
interface Reading extends SpaceCatalog {
  readonly validationLevel: number;
  readonly errors: FieldErrors;
  readonly allowance: BodyAllowance;
  /** Where the names of options are gathered. */
  readonly optionNames: OptionName[];
  /** Says in which nested item the error is. */
  readonly locate: (error: FieldLeaf) => FieldLeaf;
}

/** @returns a change without the errors, which are collected for the whole body */
function planBody(reading: Reading, entityType: EntityType, body: RecordBody): Change {
  reading.allowance.takeRecord();
  const change: Change = { ...emptyChange(entityType), expectedRevision: planRevision(reading, body.revision) };
  const shown = reading.limits?.catalog ?? reading.catalog;
  for (const [name, given] of Object.entries(body)) {
    const member = shown.member(entityType.name, name);
    if (!member) {
      const hint = reading.errors.suggest(name, () => memberNames(shown.entityType(entityType.name) ?? entityType));
      reading.errors.add(reading.locate(unknownMember(entityType, name, hint)));
    } else if (onlyShows(member.field)) {
      change.shown.set(member.field.name, shownIds(given));
    } else if (isWritable(member.field, reading.validationLevel)) {
      if (member.kind === 'value') planMember(reading, change, member.field, given);
      // The id member says the same more plainly.
      else if (!Object.hasOwn(body, member.field.name) || !member.field.hasIdMember) {
        planLink(reading, change, member.name, member.field, given);
      }
    }
  }
  return change;
}

/** A revision that can't be read must not be taken for none: the write would go through unguarded. */
function planRevision(reading: Reading, given: unknown): number | undefined {
  if (given === undefined || given === null) return undefined;
  const isReadable = typeof given === 'number' || typeof given === 'string';
  const revision = isReadable ? parseOperand('integer', given) : undefined;
  if (typeof revision === 'number') return revision;
  addInvalid(reading, 'revision', 'must be a whole number.');
  return undefined;
}

function addInvalid({ errors, locate }: Reading, field: string, problem: string): void {
  errors.add(locate(invalid(field, problem)));
}

function isWritable(field: Field, validationLevel: number): boolean {
  if (neverWritten.has(field.name) || field.derived) return false;
  return !field.readOnly || (validationLevel & validationBits.readOnlyWritable) !== 0;
}

/** @returns the ids of records as an answer shows them: by their links, or as objects; undefined when something else is there */
function shownIds(given: unknown): readonly string[] | undefined {
  if (given === null) return [];
  if (!Array.isArray(given)) return undefined;
  const ids = given.map((item: unknown) =>
    typeof item === 'string' ? lastPart(item) : isRecordBody(item) ? item.id : null,
  );
  return ids.every(isUuid) ? ids.map((id) => id.toLowerCase()) : undefined;
}

function lastPart(link: string): string {
  return link.slice(link.lastIndexOf('/') + 1);
}

function planMember(reading: Reading, change: Change, field: Field, given: unknown): void {
  switch (field.kind) {
    case 'value': {
      const parsed = parseValue(field, given);
      if ('value' in parsed) change.values.set(field.name, parsed.value);
      else addInvalid(reading, field.name, parsed.problem);
      return;
    }
    case 'reference':
      planReference(reading, change, field, given);
      return;
    case 'money': {
      const money = parseMoney(given);
      if (typeof money === 'string') addInvalid(reading, field.name, money);
      else change.money.set(field.name, money);
      return;
    }
    case 'rows':
      // Rows that are records of their own are written through their own collection.
      if (field.owned) planRows(reading, change, field, given);
  }
}

function planReference(reading: Reading, change: Change, field: ReferenceField, given: unknown): void {
  if (given === null || given === '') change.values.set(field.name, null);
  else if (isUuid(given)) change.values.set(field.name, given.toLowerCase());
  else addInvalid(reading, field.name, `must be a uuid${orByName(field)}.`);
}

function orByName({ dataSet, links: [link] }: ReferenceField): string {
  return dataSet === undefined || link === undefined ? '' : `; the name of an option is given as ${link.name}`;
}

/**
 * A relation given under the name of a link: by the link that an answer shows, so that a record can be sent back as it came, by an id
 * or an object. Null for one of several links says nothing, as an answer sets one of them. Of a choice any other text names an option.
 */
function planLink(reading: Reading, change: Change, link: string, field: ReferenceField, given: unknown): void {
  if (given === null || given === '') {
    if (field.links.length === 1) change.values.set(field.name, null);
  } else if (typeof given === 'string') {
    if (isUuid(given)) change.values.set(field.name, given.toLowerCase());
    else planLinkText(reading, change, link, field, given);
  } else if (isRecordBody(given) && (given.id === null || isUuid(given.id))) {
    change.values.set(field.name, given.id === null ? null : given.id.toLowerCase());
  } else {
    addInvalid(reading, link, 'must be an object with the id of a record.');
  }
}

/** The link of another space says nothing: records are copied with those that they had there. */
function planLinkText(reading: Reading, change: Change, link: string, field: ReferenceField, given: string): void {
  const found = readLink(reading.catalog, linkTargets(field, link), given);
  if (found === undefined) planText(reading, change, link, field, given);
  else if (found.space === reading.space) change.values.set(field.name, found.id);
}

function planText(reading: Reading, { values }: Change, link: string, field: ReferenceField, given: string): void {
  if (field.dataSet !== undefined) {
    const choose = (id: string) => values.set(field.name, id);
    reading.optionNames.push({ field, link, name: given, choose, locate: reading.locate });
    return;
  }
  const targets = linkTargets(field, link).join(' or ');
  const remedy = field.hasIdMember ? `Set ${field.name} to the id of one.` : 'Give an object with the id of one.';
  const problem = `is neither null nor the link of a record of ${targets} of this space.`;
  addInvalid(reading, link, `${JSON.stringify(given)} ${problem} ${remedy}`);
}

function linkTargets({ links }: ReferenceField, name: string): string[] {
  return links.filter((link) => link.name === name).map(({ target }) => target);
}

/** @returns the amount, or what is wrong with it */
function parseMoney(given: unknown): MoneyChange | null | string {
  if (given === null) return null;
  if (!isRecordBody(given)) {
    return 'must be an object with base_value or value_foreign, and currency_id.';
  }
  const money: { base_value?: string | null; value_foreign?: string | null; currency_id?: string | null } = {};
  for (const [part, value] of Object.entries(given)) {
    if (part === 'currency_id') {
      if (value !== null && !isUuid(value)) return 'currency_id must be a uuid.';
      money.currency_id = value === null ? null : value.toLowerCase();
    } else if (part === 'base_value' || part === 'value_foreign') {
      const amount = value === null ? null : planAmount(value);
      if (amount === undefined) return `${part} must be a number with at most 14 digits before the point.`;
      money[part] = amount;
    } else {
      return `has no part "${part}"; its parts are base_value, currency_id and value_foreign.`;
    }
  }
  return money;
}

function planAmount(value: unknown): string | undefined {
  return typeof value === 'number' || typeof value === 'string' ? parseAmount(String(value)) : undefined;
}

function planRows(
  reading: Reading,
  change: Change,
  field: RowsField,
  given: unknown,
  places?: readonly string[],
): void {
  if (given instanceof RowsPart) {
    planRows(reading, change, field, given.items, given.places);
    const rows = change.rows.get(field.name);
    if (rows) change.rows.set(field.name, { ...rows, replaced: given.replaced, places: given.places });
  } else if (given === null) {
    change.rows.set(field.name, { field, items: [] });
  } else if (field.single) {
    const item = Array.isArray(given) ? undefined : planRow(reading, field, given, 0);
    if (Array.isArray(given)) addInvalid(reading, field.name, 'must be an object or null.');
    change.rows.set(field.name, { field, items: item ? [item] : [] });
  } else if (!Array.isArray(given)) {
    addInvalid(reading, field.name, 'must be an array of objects.');
  } else if (given.length > maxRows) {
    addInvalid(reading, field.name, `must have at most ${maxRows} items; write more through ${field.target}.`);
  } else {
    const items = given.map((item, index) => planRow(reading, field, item, index, places));
    change.rows.set(field.name, { field, items: items.filter((item) => item !== undefined) });
  }
}

function planRow(
  reading: Reading,
  field: RowsField,
  given: unknown,
  index: number,
  places?: readonly string[],
): RowChange | undefined {
  const place = places?.[index] ?? index;
  const end = itemOf(reading, field);
  const linkedId = typeof given === 'string' ? idOfItem(reading, field, end, given) : undefined;
  if (typeof given === 'string' && linkedId === undefined && end?.dataSet !== undefined) {
    return planNamedRow(reading, field, end, given);
  }
  const body = linkedId === undefined ? given : { id: linkedId };
  if (!isRecordBody(body)) {
    const link = typeof given === 'string' ? ', an id or the link of a record of this space' : '';
    addInvalid(reading, field.name, `item ${place} must be an object${link}.`);
    return undefined;
  }
  const { id, [field.via]: _parent, ...members } = body;
  if (id !== undefined && id !== null && !isUuid(id)) {
    addInvalid(reading, field.name, `item ${place}: id must be a uuid.`);
    return undefined;
  }
  const target = reading.catalog.existing(field.target);
  const locate = (error: FieldLeaf) => reading.locate(inItem(field, index, error, places));
  const change = planBody({ ...reading, locate }, target, members);
  if (!isUuid(id)) return { id: undefined, change };
  const { item } = field;
  // What the body says of the other end itself needs no guess.
  const mayBe = item !== undefined && !change.values.has(item) ? { mayBe: item } : {};
  return { id: id.toLowerCase(), ...mayBe, change };
}

/** @returns the reference by which an item can name what its row points at, such as an option; undefined where rows have none */
function itemOf({ catalog }: Reading, { target, item }: RowsField): ReferenceField | undefined {
  const found = item === undefined ? undefined : catalog.member(target, item)?.field;
  return found?.kind === 'reference' ? found : undefined;
}

/** @returns the id that an item is all of: as such, or in the link of a row, which an answer shows, or of what the row points at */
function idOfItem(
  reading: Reading,
  { target }: RowsField,
  end: ReferenceField | undefined,
  given: string,
): string | undefined {
  return isUuid(given) ? given : idInLink(reading, [target, ...(end?.targets ?? [])], given);
}

/** @returns the row for an item that is the name of an option: the one that chooses it already, or a new one */
function planNamedRow(reading: Reading, field: RowsField, choice: ReferenceField, name: string): RowChange {
  const change = planBody(reading, reading.catalog.existing(field.target), {});
  const row: { id: string | undefined; mayBe: string; change: Change } = { id: undefined, mayBe: choice.name, change };
  const choose = (id: string) => {
    row.id = id;
  };
  // The error is one of the row, which lacks no option then.
  reading.optionNames.push({ field: choice, link: choice.name, name, choose, row: change, locate: (error) => error });
  return row;
}

/**
 * Checks that exactly one row of a set is primary. An empty set has none.
 * @param isPrimaryNow whether the stored row that an item means, whose flag the body leaves out, is primary
 */
export function checkPrimary(rows: RowsChange, isPrimaryNow: (item: RowChange) => boolean): FieldLeaf | undefined {
  const { primary, name } = rows.field;
  if (primary === undefined || rows.items.length === 0) return undefined;
  const flagged = rows.items.filter((item) => {
    const given = item.change.values.get(primary);
    return given === undefined ? item.id !== undefined && isPrimaryNow(item) : given === true;
  });
  return flagged.length === 1 ? undefined : primaryWanted(name);
}
