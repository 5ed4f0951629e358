/**
 * Translates the bodies of one request, of which each has its own errors.
 */
import type { Catalog, V1Type } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { type Leaf, ValidationError } from '../../errors/validation-error.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { BodyAllowance, FieldErrors } from '../../plan/change/field-errors.js';
import type { Call } from '../../records/call.js';
import { findIdsByNumber } from '../../records/read/find-by-number.js';
import { Yielder } from '../../records/yielder.js';
import { isRecordBody, type RecordBody } from '../../request/write-request.js';
import { translateBody } from './translate-body.js';

/** @throws ValidationError with the errors of the body, as many as one reports */
export async function translateOne(
  deps: ServerDeps,
  call: Call,
  type: V1Type,
  members: Readonly<Record<string, unknown>>,
): Promise<RecordBody> {
  const [translated] = await translateAll(deps, call, type, [members]);
  if (translated instanceof ApiError) throw translated;
  return translated as RecordBody;
}

/**
 * @param whose `ID` is not looked at; what is no object is rejected
 * @returns for each its translation, or all that is wrong with it; `revision` is in it where the body has one
 */
export async function translateAll(
  deps: ServerDeps,
  call: Call,
  type: V1Type,
  bodies: readonly unknown[],
): Promise<(RecordBody | ApiError)[]> {
  const numbers = new NumberLookup((target, wanted) => findIdsByNumber(deps, call.principal.space, target, wanted));
  const yielder = new Yielder(() => {});
  const shared = { catalog: deps.catalog, numbers, allowance: new BodyAllowance(), pause: () => yielder.pause() };
  const translations = await yielder.each(bodies, (body) => {
    const translation = translate(shared, type, body).catch(rejection);
    // One that fails while others are begun is waited for below.
    translation.catch(() => {});
    return translation;
  });
  return Promise.all(translations);
}

/** What the bodies of a request have in common. */
interface Shared {
  readonly catalog: Catalog;
  readonly numbers: NumberLookup;
  readonly allowance: BodyAllowance;
  readonly pause: () => Promise<void>;
}

async function translate(
  { catalog, numbers, allowance, pause }: Shared,
  { entityType, view }: V1Type,
  body: unknown,
): Promise<RecordBody> {
  if (!isRecordBody(body)) {
    throw new ApiError('ERROR_PARAMETER_INVALID', 'The item must be an object with the fields of a record.');
  }
  const errors = new FieldErrors(allowance);
  const context = {
    catalog,
    pause,
    findIdByNumber: (target: string, number: number) => numbers.find(target, number),
    reject: (leaf: Leaf) => errors.add({ ...leaf, field: null }),
    suggest: (given: string, names: () => Iterable<string>) => errors.suggest(given, names),
  };
  // Not copied without it: that takes long where there are many members, and it is only read anyway.
  const { REVISION: revision } = body;
  const translated = await translateBody(context, entityType, body);
  if (view && (translated.data_set_id ?? view.dataSet) !== view.dataSet) {
    const message = `DATA_SET_ID: is that of other options than ${view.collection}; leave it out.`;
    context.reject({ errorName: 'ERROR_VALUE_INVALID', message });
  }
  const leaves = errors.all();
  if (leaves.length > 0) {
    throw new ValidationError({ entityName: entityType.name, entityId: '', entity: leaves, fields: [] });
  }
  const isGuarded = revision !== undefined && revision !== null && revision !== '';
  return { ...translated, ...(view && { data_set_id: view.dataSet }), ...(isGuarded && { revision }) };
}

/** @throws what is no rejection */
function rejection(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

// Looks up the numbers of users and units: those that are asked for side by side with one statement.

/** @returns the ids of those that there are, by number */
type FindIds = (entityType: string, numbers: readonly number[]) => Promise<ReadonlyMap<number, string>>;

class NumberLookup {
  /** What the next statement looks up, by entity type. */
  private readonly next = new Map<string, { readonly numbers: Set<number>; readonly ids: ReturnType<FindIds> }>();

  constructor(private readonly findIds: FindIds) {}

  /** @returns the uuid of the record of a numbered entity type; undefined when none has the number */
  async find(entityType: string, number: number): Promise<string | undefined> {
    let wanted = this.next.get(entityType);
    if (wanted === undefined) {
      const numbers = new Set<number>();
      wanted = { numbers, ids: this.findLater(entityType, numbers) };
      this.next.set(entityType, wanted);
    }
    wanted.numbers.add(number);
    return (await wanted.ids).get(number);
  }

  /** By then all rows of a list have asked. */
  private async findLater(entityType: string, numbers: ReadonlySet<number>): ReturnType<FindIds> {
    await new Promise((resolve) => setImmediate(resolve));
    this.next.delete(entityType);
    return this.findIds(entityType, [...numbers]);
  }
}
