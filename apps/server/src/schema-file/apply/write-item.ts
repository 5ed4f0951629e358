/**
 * The write of a record that makes a change of a schema: names become the ids of the space. Pure.
 */
import { type RecordBody, validationBits, type WriteItem } from '../../request/write-request.js';
import { type Change, valuesOf } from '../compare/change.js';
import { builtInTypes, type RecordType, typeDefaults, typesOfEntityType } from '../space/record-types.js';
import { type FieldContext, fieldBody, optionBody } from './field-body.js';

export interface WriteContext extends FieldContext {
  /** The id of the record of an entity type that bears a label. */
  readonly idOfLabel: (entityType: string, label: string) => string | undefined;
}

/** The api names of fields and custom entity types come from the file, not from their names. */
const validationLevel = validationBits.readOnlyWritable;

export function writeItem(change: Change, context: WriteContext): WriteItem {
  const { action, id } = change;
  const entityType = entityTypeOf(change, context);
  if (action === 'remove') return { kind: 'delete', entityType, id: id ?? '', validationLevel: 0 };
  const body = bodyOf(change, context);
  return action === 'add'
    ? { kind: 'create', entityType, body, validationLevel }
    : { kind: 'update', entityType, id: id ?? '', body, validationLevel: 0 };
}

function entityTypeOf(change: Change, context: WriteContext): string {
  switch (change.what) {
    case 'kind':
      return 'Entity';
    case 'type':
      return recordTypeOf(change, context).writtenAs.name;
    case 'option':
      return 'Data';
    case 'field':
      return 'Field';
  }
}

function bodyOf(change: Change, context: WriteContext): RecordBody {
  switch (change.what) {
    case 'kind':
      return entityTypeBody(change);
    case 'type':
      return typeBody(change, context);
    case 'option':
      return optionBody(change, context);
    case 'field':
      return fieldBody(change, context);
  }
}

function entityTypeBody({ action, name, members }: Change): RecordBody {
  const values = valuesOf(members, { icon: 0 });
  return action === 'add' ? { ...values, entity_api_name: name } : values;
}

function recordTypeOf({ of }: Change, { catalog, space }: WriteContext): RecordType {
  const kinds = (space.kinds ?? []).map(({ name }) => typesOfEntityType(catalog, name));
  const type = [...builtInTypes(catalog), ...kinds].find(({ name }) => name === of);
  if (!type) throw new Error(`there are no types ${of}`);
  return type;
}

function typeBody(change: Change, context: WriteContext): RecordBody {
  const { action, name, members } = change;
  const { kind, members: known } = recordTypeOf(change, context);
  const values = Object.entries(valuesOf(members, typeDefaults(known))).map(([member, value]) => {
    const { target, field } = known.find((one) => one.name === member) ?? {};
    if (!target || !field) return [member, value];
    return [field.name, value === null ? null : (context.idOfLabel(target.name, String(value)) ?? null)];
  });
  const body = Object.fromEntries(values);
  if (action === 'change') return body;
  return { ...body, name, ...(kind === undefined ? {} : { entity_api_name: kind }) };
}
