/** A standard operation before it is known of which entity type: texts hold placeholders such as `{{collection}}`. */
import type { StandardOperation } from './generated/standard-operation.js';
import type { Method } from './operation.js';

export interface OperationTemplate {
  readonly name: StandardOperation;
  readonly method: Method;
  /** `/entities/{{collection}}/{id}` */
  readonly path: string;
  /** The operation object of OpenAPI. */
  readonly operation: TemplateObject;
}

interface TemplateObject {
  readonly [member: string]: TemplateValue;
}

type TemplateValue = string | number | boolean | null | readonly TemplateValue[] | TemplateObject;
