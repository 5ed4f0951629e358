/**
 * The errors of a record body, in the words of the interface. Pure.
 */
import type { EntityType, Field, RowsField } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { suggestion } from '../../errors/closest-name.js';
import type { Leaf } from '../../errors/validation-error.js';

/** An error and the field it belongs to; null: to the record as a whole. */
export interface FieldLeaf extends Leaf {
  readonly field: string | null;
  /** Fields of which one is wanted. */
  readonly anyOf?: readonly string[];
  /** It stands for so many that are not listed. */
  readonly count?: number;
}

/** A required field that is null or empty. A relation is named twice, by its link and by its id; a plain field once. */
export function missing(entityType: EntityType, id: string, field: Field): FieldLeaf[] {
  if (field.kind !== 'reference') {
    const message = `Non-null field '${field.name}' is null or empty.`;
    return [{ errorName: 'ERROR_PARAMETER_MISSING', message, field: null, path: [field.name] }];
  }
  const members = [...field.links.map((link) => link.name), field.name];
  return members.map((member) => ({
    errorName: 'ERROR_PARAMETER_MISSING',
    // The quote after the entity's name is part of the interface's text.
    message: `Non-null field '${entityType.name}'[${id}].${member}' is null or empty.`,
    field: field.name,
  }));
}

export function missingAnyOf(fields: readonly string[]): FieldLeaf {
  const message = `Non-null field: at least one of ${fields.map((name) => `'${name}'`).join(', ')} must be set.`;
  return { errorName: 'ERROR_PARAMETER_MISSING', message, field: null, anyOf: fields };
}

export function hiddenFieldWrong({ collection }: EntityType): FieldLeaf {
  const message =
    `A field of ${collection} that this key does not see would be without a value that it needs, or have one that does not fit. ` +
    'Use a key that sees all fields.';
  return { errorName: 'ERROR_VALUE_INVALID', message, field: null };
}

export function relationMissing(entityType: EntityType, field: string, id: string, target: string): FieldLeaf {
  const message = `[${field}] Relation ${entityType.name}.${field}=${id} to ${target} doesn't exist!`;
  return { errorName: 'ERROR_RELATIONS_DOESNT_EXIST', message, field };
}

export function relationDeleted(entityType: EntityType, field: string, id: string, target: string): FieldLeaf {
  const message =
    `[${field}] Relation ${entityType.name}.${field}=${id} to ${target} is deleted. ` +
    'Restore the record, or allow it with validation-level 16.';
  return { errorName: 'ERROR_RELATION_DELETED', message, field };
}

export function primaryWanted(field: string): FieldLeaf {
  const message = `Error on field ${field}. Exactly one 'is_primary' item must be set.`;
  return { errorName: 'ERROR_PRIMARY_RELATION', message, field };
}

/** @param holder the id of the record that has the value; null for a record that the same request writes */
export function notUnique(field: string, value: unknown, holder: string | null): FieldLeaf {
  // Which record has an id needs no words.
  const which = holder === null ? ' of the request' : field === 'id' ? '' : `, ${holder}`;
  const compared = typeof value === 'string' && field !== 'id' ? ' Letter case and blanks count.' : '';
  const message = `[${field}] The value ${JSON.stringify(value)} belongs to another record${which}; it must be unique.${compared}`;
  return { errorName: 'ERROR_VALUE_NOT_UNIQUE', message, field };
}

export function invalid(field: string, problem: string): FieldLeaf {
  return { errorName: 'ERROR_VALUE_INVALID', message: `[${field}] ${problem}`, field };
}

export function unknownMember(entityType: EntityType, name: string, hint: string): FieldLeaf {
  const message = `${entityType.name} has no member "${name}".${hint}`;
  return { errorName: 'ERROR_UNKNOWN_MEMBER', message, field: null };
}

export function writtenOnce(field: string): FieldLeaf {
  return { errorName: 'ERROR_WRITE_ONCE', message: `[${field}] Can be set on create only.`, field };
}

export function unlisted(count: number): FieldLeaf {
  return { errorName: 'ERROR_VALUE_INVALID', message: `The body has ${count} more errors.`, field: null, count };
}

/** An error inside a nested item belongs to the relation's field. */
export function inItem(field: RowsField, index: number, error: FieldLeaf, places?: readonly string[]): FieldLeaf {
  const inside = error.path ?? (error.field === null ? [] : [error.field]);
  const path = [field.name, index, ...inside];
  const place = places?.[index] ?? `${field.name}[${index}]`;
  return { ...error, message: `${place}: ${error.message}`, field: field.name, path };
}

/** Errors of one body that are reported one by one. */
const maxListed = 100;

/** Those of each further body, once the bodies of a request have used up what they may report together. */
const fewListed = 3;

/** Unknown names of one body for which the one that was meant is looked for; each is compared with every name there is. */
const maxSuggestions = 10;

/** What the bodies of one request may hold and report together. */
export class BodyAllowance {
  /** The errors of a batch are read by people, too. */
  errors = 2_000;
  suggestions = 100;
  /** Each is drafted with all that its entity type has, however little is given of it. */
  private records = maxRecords;

  /** Is said of each record and row. @throws ApiError `ERROR_BODY_TOO_LARGE` when there are too many */
  takeRecord(): void {
    this.records -= 1;
    if (this.records >= 0) return;
    const most = maxRecords.toLocaleString('en');
    const message = `A request writes at most ${most} records, the rows in their bodies among them. Send it in parts.`;
    throw new ApiError('ERROR_BODY_TOO_LARGE', message);
  }
}

/** As many as an answer may hold. */
const maxRecords = 25_000;

/**
 * Collects the errors of one record body, those of nested items included, within a bound: a body may have more of them than anybody
 * reads.
 */
export class FieldErrors {
  private readonly listed: FieldLeaf[] = [];
  private unlistedCount = 0;
  private suggestionsLeft = maxSuggestions;

  constructor(private readonly allowance: BodyAllowance) {}

  add(error: FieldLeaf): void {
    if (error.count === undefined && this.listed.length < (this.allowance.errors > 0 ? maxListed : fewListed)) {
      this.listed.push(error);
      this.allowance.errors -= 1;
    } else {
      this.unlistedCount += error.count ?? 1;
    }
  }

  /**
   * @param names asked for only when they are compared
   * @returns ` Did you mean "x"?` when a name is close and few were looked for yet, else ''
   */
  suggest(given: string, names: () => Iterable<string>): string {
    if (this.suggestionsLeft === 0 || this.allowance.suggestions === 0) return '';
    this.suggestionsLeft -= 1;
    this.allowance.suggestions -= 1;
    return suggestion(given, names());
  }

  /** @returns the errors in the order found; beyond the bound the last one says how many more there are */
  all(): FieldLeaf[] {
    return this.unlistedCount > 0 ? [...this.listed, unlisted(this.unlistedCount)] : [...this.listed];
  }
}

/** @param allowance that the bodies of one request share @returns the errors of one body that are listed, and how many more there are */
export function listErrors(errors: readonly FieldLeaf[], allowance: BodyAllowance): readonly FieldLeaf[] {
  const listed = new FieldErrors(allowance);
  for (const error of errors) listed.add(error);
  return listed.all();
}
