/** What every control of a form is given. */
import type { Member } from '../contract/member.js';

export interface InputProps {
  /** Unique in the page. */
  readonly id: string;
  readonly label: string;
  readonly member: Member;
  /** As bodies have it; undefined and null: not set. */
  readonly value: unknown;
  readonly problems?: readonly string[];
  readonly onChange: (value: unknown) => void;
}

/** What ties a control to its label and its problems. */
export interface Common {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}
