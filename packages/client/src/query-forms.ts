/**
 * The forms in which query parameters can be given, beyond those that the interface writes on the wire. Types only.
 * `serialize-query.ts` renders exactly these.
 */

/** The paths of a space, with the forms that this client takes in addition. */
export type WithQueryForms<Paths> = {
  [Path in keyof Paths]: { [Method in keyof Paths[Path]]: OperationWithQueryForms<Paths[Path][Method]> };
};

type OperationWithQueryForms<Operation> = {
  [Part in keyof Operation]: Part extends 'parameters' ? ParametersWithForms<Operation[Part]> : Operation[Part];
};

type ParametersWithForms<Parameters> = {
  [Place in keyof Parameters]: Place extends 'query' ? QueryWithForms<Parameters[Place]> : Parameters[Place];
};

type QueryWithForms<Query> = {
  [Name in keyof Query]: Name extends NameList
    ? Query[Name] | readonly string[]
    : Name extends 'filter'
      ? FilterWithDates<Query[Name]>
      : Query[Name];
};

/** Parameters that hold names separated by commas: an array of the names says the same. */
type NameList = 'expand' | 'load-only' | 'order-by';

/** Values to compare with may be a `Date`. */
type FilterWithDates<Filter> = { [Field in keyof Filter]: Filter[Field] | Date | readonly Date[] };
