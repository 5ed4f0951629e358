/**
 * Writes the entity catalog as a TypeScript module: entity types, operators, types of custom fields, errors and the unions of
 * their names. Pure.
 */
import { neededMembers } from '@headwater/contract';
import type { EntityModel, Member } from '../entity/entity-model.js';
import { generatedHeader, parsed } from '../generated-header.js';
import type { Spec } from '../spec/load-spec.js';

/** @returns the text of `catalog.ts`; it relies on the types of `@headwater/contract` */
export function catalogModule(spec: Spec): string {
  return [
    generatedHeader(
      'spec/openapi/entities, spec/areas.yaml, spec/errors.yaml, spec/operators.yaml, spec/field-types.yaml',
    ),
    "import type { Area, CustomFieldTypeDefinition, EntityType, ErrorDefinition, OperatorDefinition } from '@headwater/contract';",
    constant('entityTypes', 'readonly EntityType[]', spec.entities.map(entityType)),
    union('OperatorName', spec.operators),
    constant('operators', 'readonly OperatorDefinition<OperatorName>[]', spec.operators),
    union('CustomFieldType', spec.fieldTypes),
    constant('customFieldTypes', 'readonly CustomFieldTypeDefinition<CustomFieldType>[]', spec.fieldTypes),
    constant('areas', 'readonly Area[]', spec.areas),
    constant('errors', 'readonly ErrorDefinition[]', spec.errors),
    union('EntityTypeName', spec.entities),
    union('ErrorName', spec.errors),
  ].join('\n\n');
}

function constant(name: string, type: string, value: unknown): string {
  return `export const ${name}: ${type} = ${parsed(value)};`;
}

function union(name: string, named: readonly { readonly name: string }[]): string {
  return `export type ${name} =\n${named.map((item) => `  | '${item.name}'`).join('\n')};\n`;
}

function entityType({ location: _, area: __, ...entity }: EntityModel): object {
  const needed = neededMembers(entity);
  return { ...entity, fields: entity.fields.map((member) => field(member, needed.has(member.name))) };
}

/** Places serve error texts only, and most examples the documents only. */
function field({ location: _, examples, ...member }: Member, isNeeded: boolean): object {
  return isNeeded && examples.length > 0 ? { ...member, examples } : member;
}
