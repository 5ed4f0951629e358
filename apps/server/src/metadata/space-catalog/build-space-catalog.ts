/**
 * The catalog of a space: the system entity types with the space's custom fields behind their own, the entity types that the space has
 * defined, and those of the rows that some custom fields come with. Pure.
 */
import { buildCatalog, type Catalog, type EntityType, type Field } from '@headwater/catalog';
import { systemFieldId } from '../../plan/values/metadata-id.js';
import { isUuid } from '../../plan/values/operand.js';
import { isApiName, TakenNames } from '../custom-fields/field-name.js';
import { customField } from './custom-field.js';
import { type CatalogEntry, choiceMember, type FieldContext } from './field-base.js';
import type { FieldRow, SpaceMetadata } from './metadata.js';
import { rowTypeName } from './relation-types.js';

/** @returns `system` itself for a space that has defined nothing */
export function buildSpaceCatalog(system: Catalog, metadata: SpaceMetadata): Catalog {
  if (metadata.fields.length === 0 && metadata.entityTypes.length === 0) return system;
  const entries = new CustomEntries(system, metadata);
  const extended = entries.entityTypes.map((entityType): EntityType => {
    const own = entries.of(entityType.name).map(({ field }) => field);
    return own.length === 0 ? entityType : { ...entityType, fields: [...entityType.fields, ...own] };
  });
  return buildCatalog([...extended, ...entries.rowTypes()]);
}

/** Makes the entries of all custom fields; those that depend on others find them whatever their order. */
class CustomEntries implements FieldContext {
  readonly entityTypes: readonly EntityType[];
  private readonly rows: ReadonlyMap<string, FieldRow>;
  private readonly byOwner = new Map<string, readonly FieldRow[]>();
  private readonly customTypes: ReadonlyMap<string, EntityType>;
  /** By the id of the Field record; undefined while an entry is being made, so that a circle ends. */
  private readonly made = new Map<string, CatalogEntry | undefined>();

  constructor(
    private readonly system: Catalog,
    { fields, entityTypes }: SpaceMetadata,
  ) {
    this.entityTypes = [...system.entityTypes, ...entityTypes];
    this.customTypes = new Map(entityTypes.map((entityType) => [entityType.name, entityType]));
    const taken = new Map<string, TakenNames>();
    const usable = fields.filter((row) => this.isUsable(row, taken));
    this.rows = new Map(usable.map((row) => [row.id, row]));
    for (const row of usable) this.byOwner.set(row.entity_name, [...this.rowsOf(row.entity_name), row]);
  }

  /**
   * Ids and names come to be in the text of statements and contracts. The rules of fields let no other ones through; should there be
   * one all the same, the space goes on without it.
   */
  private isUsable({ id, entity_name, api_name }: FieldRow, taken: Map<string, TakenNames>): boolean {
    if (!isUuid(id) || !isApiName(api_name) || !this.entityType(entity_name)?.customFields) return false;
    const names = taken.get(entity_name) ?? new TakenNames([]);
    if (!names.isFree(api_name)) return false;
    names.take(api_name);
    taken.set(entity_name, names);
    return true;
  }

  /** @returns the entries of the fields of an entity type, oldest first */
  of(entityType: string): CatalogEntry[] {
    return this.rowsOf(entityType).flatMap((row) => this.entry(row) ?? []);
  }

  rowTypes(): EntityType[] {
    return [...this.rows.values()].flatMap((row) => this.entry(row)?.rowType ?? []);
  }

  entityType(name: string): EntityType | undefined {
    return this.system.entityType(name) ?? this.customTypes.get(name);
  }

  row(id: string): FieldRow | undefined {
    return this.rows.get(id);
  }

  field(entityType: string, name: string): Field | undefined {
    const isNamed = (field: Field) => field.name === name;
    const built = (this.entityType(entityType) ?? this.rowType(entityType))?.fields.find(isNamed);
    if (built) return built;
    const row = this.rowsOf(entityType).find(({ api_name }) => api_name === name || choiceMember(api_name) === name);
    const field = row && this.entry(row)?.field;
    return field && isNamed(field) ? field : undefined;
  }

  choiceField(entityType: string, id: string): string | undefined {
    const row = this.rows.get(id);
    if (row) return row.entity_name === entityType ? choiceMember(row.api_name) : undefined;
    return this.entityType(entityType)?.fields.find(({ name }) => systemFieldId(entityType, name) === id)?.name;
  }

  private rowType(name: string): EntityType | undefined {
    const row = [...this.rows.values()].find((one) => rowTypeName(one) === name);
    return row && this.entry(row)?.rowType;
  }

  private rowsOf(entityType: string): readonly FieldRow[] {
    return this.byOwner.get(entityType) ?? [];
  }

  private entry(row: FieldRow): CatalogEntry | undefined {
    if (!this.made.has(row.id)) {
      this.made.set(row.id, undefined);
      this.made.set(row.id, customField(row, this));
    }
    return this.made.get(row.id);
  }
}
