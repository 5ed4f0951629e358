/**
 * Counts the members that an operation selects once its fragments are opened, and stops reading when they are too many: a fragment that
 * is spread in many places, with others inside, would otherwise say in a few lines what takes hours to read.
 */
import { ApiError } from '../../errors/api-error.js';
import { maxMembers } from './limits.js';

export class MemberCount {
  private count = 0;

  /** @throws ApiError `ERROR_PARAMETER_INVALID` when they are too many together with those before */
  add(members: number): void {
    this.count += members;
    if (this.count <= maxMembers) return;
    const message = `The operation selects more than ${maxMembers} members, those in fragments counted wherever they are spread. Select fewer.`;
    throw new ApiError('ERROR_PARAMETER_INVALID', message);
  }
}
