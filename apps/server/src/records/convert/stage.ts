/**
 * The step in which a lead, an opportunity or a quote stands: it belongs to the process that the record's type names. The first
 * step is where records begin; the last one is what wins them.
 */
import { type FieldLeaf, invalid } from '../../plan/change/field-errors.js';
import { referenceField } from '../../plan/relations/field-path.js';
import type { Fact } from '../../sql/write/lookups.js';
import type { Draft } from '../write/draft.js';
import type { RuleContext } from '../write/entity-rule.js';

/** How the records of an entity type come to their steps. */
export interface StageFields {
  /** The reference to the record's type. */
  readonly type: string;
  /** The reference of both types and steps to what they belong to. */
  readonly process: string;
  /** A new record whose type is left out may be in a step of a process that no type names. */
  readonly mayLackType: boolean;
  /** A new record may leave out its step. What was something else before always may. */
  readonly mayLackStep: boolean;
}

/** What a write needs to know of steps and processes. */
export interface StepFacts {
  /** The oldest type whose process has the step, where the write names a step and no type. */
  readonly typeOfStep: Fact | undefined;
  readonly processOfType: Fact;
  /** Of the process that the type names. */
  readonly firstStep: Fact;
  readonly lastStep: Fact;
  readonly step: { readonly state: Fact; readonly process: Fact; readonly last: Fact } | undefined;
  /** The process in which the record stood before. */
  readonly processBefore: Fact | undefined;
}

const steps = 'Step';
const step = 'step_id';

/** The write decides the stage of the record again. */
export function isStaged(draft: Draft, fields: StageFields): boolean {
  return draft.isNew || (draft.act === 'update' && (draft.changes(step) || draft.changes(fields.type)));
}

/** Asks for what `resolveStage` and `standsInLastStep` decide by; the values of the draft may change until the facts are known. */
export function wantStage(draft: Draft, { catalog, lookups }: RuleContext, fields: StageFields): StepFacts {
  const types = catalog.existing(referenceField(draft.entityType, fields.type).targets[0] ?? '');
  const stepType = catalog.existing(steps);
  const [type, at, before] = [draft.text(fields.type), draft.text(step), draft.stored?.[step]];
  const processOf = (entityType: string) => referenceField(catalog.existing(entityType), fields.process);
  const ofType = { [fields.process]: { of: types, id: type, member: fields.process } };
  return {
    typeOfStep:
      at === null || type !== null || !draft.isNew
        ? undefined
        : lookups.firstWhere(types, { [fields.process]: { of: stepType, id: at, member: fields.process } }),
    processOfType: lookups.memberOf(types, type, processOf(types.name)),
    firstStep: lookups.firstWhere(stepType, ofType, 'sort_order'),
    lastStep: lookups.lastWhere(stepType, ofType, 'sort_order'),
    step:
      at === null
        ? undefined
        : {
            state: lookups.stateOf(stepType, at),
            process: lookups.memberOf(stepType, at, processOf(steps)),
            last: lookups.lastSibling(stepType, at, fields.process, 'sort_order'),
          },
    processBefore: typeof before === 'string' ? lookups.memberOf(stepType, before, processOf(steps)) : undefined,
  };
}

/**
 * Gives the record the step and the type that it lacks, or adds an error where the two do not belong together.
 * @param facts absent: the write says nothing of steps
 */
export function resolveStage(
  draft: Draft,
  { lookups }: RuleContext,
  fields: StageFields,
  facts: StepFacts | undefined,
): void {
  if (!facts || !isStaged(draft, fields)) return;
  const typeOfStep = facts.typeOfStep === undefined ? null : lookups.found(facts.typeOfStep);
  if (typeOfStep !== null) {
    draft.set(fields.type, typeOfStep);
  } else if (facts.step === undefined) {
    if (mayBegin(draft, fields)) beginProcess(draft, lookups.found(facts.firstStep));
  } else if (lookups.found(facts.step.state) !== null && draft.text(fields.type) !== null) {
    checkProcess(draft, fields, {
      ofStep: lookups.found(facts.step.process),
      ofType: lookups.found(facts.processOfType),
      before: facts.processBefore === undefined ? null : lookups.found(facts.processBefore),
      first: lookups.found(facts.firstStep),
    });
  }
}

/** Whether the record is in the last step of a process once the stage is resolved. */
export function standsInLastStep(draft: Draft, { lookups }: RuleContext, facts: StepFacts | undefined): boolean {
  const at = draft.text(step);
  if (!facts || at === null) return false;
  return [facts.step?.last, facts.lastStep].some((last) => last !== undefined && lookups.found(last) === at);
}

function mayBegin(draft: Draft, { mayLackStep }: StageFields): boolean {
  if (draft.isNew) return mayLackStep || draft.origin !== undefined;
  return !draft.change.values.has(step);
}

function beginProcess(draft: Draft, firstStep: string | null): void {
  if (firstStep !== null) draft.set(step, firstStep);
}

interface Processes {
  readonly ofStep: string | null;
  readonly ofType: string | null;
  readonly before: string | null;
  readonly first: string | null;
}

function checkProcess(draft: Draft, fields: StageFields, processes: Processes): void {
  const { ofStep, ofType, first } = processes;
  if (ofStep !== null && ofStep === ofType) return;
  // A new type brings the record to where its process begins, unless the write says where.
  if (!draft.isNew && !draft.changes(step) && first !== null) beginProcess(draft, first);
  else if (!mayStandApart(draft, fields, processes)) draft.errors.push(foreignStep(draft, fields));
}

/** Whether a step is right although the type names another process. */
function mayStandApart(draft: Draft, fields: StageFields, { ofStep, before }: Processes): boolean {
  if (ofStep === null) return false;
  const isTypeLeftOut = draft.isNew && (draft.change.values.get(fields.type) ?? null) === null;
  // What is beside its type's process already may go on there.
  return (isTypeLeftOut && fields.mayLackType) || (ofStep === before && !draft.changes(fields.type));
}

function foreignStep(draft: Draft, fields: StageFields): FieldLeaf {
  const problem = `is not a step of the ${fields.process.replace(/_id$/, '').replaceAll('_', ' ')} that ${fields.type} names.`;
  return invalid(step, `${draft.text(step)} ${problem}`);
}
