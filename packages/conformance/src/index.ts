/**
 * The conformance suite as a library: the checks, the runner, and the renderers of its reports.
 */
export { type Check, type Level, levelOf } from './check.js';
export { allChecks, checksOf } from './checks/all-checks.js';
export type { Contract } from './contract.js';
export type { PartName } from './parts.js';
export { CannotBegin, type ProbeOptions, probe } from './probe.js';
export { type Receiver, type ReceiverOptions, startReceiver } from './receiver/receiver.js';
export { type ReportFormat, reportFormats } from './reports/report-formats.js';
export {
  type CheckResult,
  countOutcomes,
  failuresOf,
  isConformant,
  type Outcome,
  type RunResult,
} from './result.js';
export { type RunOptions, runChecks, type SpaceAccess } from './run-checks.js';
export { type Selection, selectChecks, spreadByArea } from './select-checks.js';
export { loadSpaceContract, type SpaceContractOptions } from './space-contract.js';
