/** What the compiler knows of the names of errors; checked by compiling, never run. */
import { expectTypeOf, it } from 'vitest';
import type { ErrorName } from '../generated/error-name.js';
import type { ApiError } from './api-errors.js';

it('offers the names of the error table, and takes others', () => {
  expectTypeOf<'ERROR_RECORD_NOT_FOUND'>().toExtend<ErrorName>();
  expectTypeOf<'ERROR_RECORD_NOT_FUOND'>().not.toExtend<ErrorName>();
  expectTypeOf<ErrorName>().toExtend<ApiError['codeName']>();
  expectTypeOf<string>().toExtend<NonNullable<ApiError['codeName']>>();
});
