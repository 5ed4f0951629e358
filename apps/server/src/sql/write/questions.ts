/**
 * Gathers questions to the database into one statement. Those that differ only in what they ask about are asked as one, so that the
 * statement of many writes is as short as that of one.
 */
import type { Operand } from '../../plan/list/predicate.js';
import { type Binder, type Statement, spaceBinder } from '../binder.js';
import type { ColumnType } from '../columns.js';
import type { BindingDialect } from '../dialects/binding.js';
import type { JsonDialect } from '../dialects/json.js';

/** Means an answer until the statement has run. */
export type Fact = number;

/** What a question is asked about: a value and its type. */
export type Subject = readonly [type: ColumnType, value: Operand];

/** @param subjects an expression for each of them @returns a sub-select of one value */
export type WriteQuestion = (subjects: readonly string[]) => string;

interface Question {
  /** Among the columns of the answer. */
  readonly index: number;
  readonly types: readonly ColumnType[];
  readonly write: WriteQuestion;
  /** Values for each time that it is asked. */
  readonly subjects: (readonly unknown[])[];
  /** By what it is asked about: a single value, or the text of several. */
  readonly facts: Map<Operand, Fact>;
}

export class Questions {
  private readonly questions = new Map<string, Question>();
  private readonly positions: { readonly question: Question; readonly answer: number }[] = [];
  private answers: readonly (readonly unknown[])[] = [];

  constructor(
    private readonly dialect: BindingDialect & JsonDialect,
    private readonly space: string,
  ) {}

  /** @param key the same for questions whose text is the same */
  want(key: string, subjects: readonly Subject[], write: WriteQuestion): Fact {
    const question = this.questionOf(key, subjects, write);
    const [only] = subjects;
    const about = only !== undefined && subjects.length === 1 ? only[1] : JSON.stringify(subjects);
    const known = question.facts.get(about);
    if (known !== undefined) return known;
    question.subjects.push(subjects.map(([type, value]) => this.dialect.encode(type, value)));
    const fact = this.positions.push({ question, answer: question.subjects.length - 1 }) - 1;
    question.facts.set(about, fact);
    return fact;
  }

  /**
   * @param others columns to be answered beside the questions
   * @returns the one statement of all questions, its first value the space; undefined when there is none
   */
  statement(others: readonly string[]): Statement | undefined {
    if (this.questions.size === 0) return undefined;
    const binder = spaceBinder(this.dialect, this.space);
    const columns = [...this.questions.values()].map(
      (question) => `${this.ask(question, binder)} AS f${question.index}`,
    );
    return binder.statement(`SELECT ${[...columns, ...others].join(', ')}`);
  }

  /** Takes the row that the statement gave. */
  take(row: Readonly<Record<string, unknown>> | undefined): void {
    this.answers = [...this.questions.values()].map(({ index, subjects }) => {
      const answer = row?.[`f${index}`];
      return subjects.length === 1 ? [answer] : (JSON.parse(String(answer ?? '[]')) as unknown[]);
    });
  }

  /** @returns the text of a fact; null when the database has none */
  found(fact: Fact): string | null {
    const position = this.positions[fact];
    const value = position && this.answers[position.question.index]?.[position.answer];
    if (value === null || value === undefined) return null;
    // Asked once, a list is its text; asked often, it is a list among the answers.
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }

  private questionOf(key: string, subjects: readonly Subject[], write: WriteQuestion): Question {
    let question = this.questions.get(key);
    if (!question) {
      question = {
        index: this.questions.size,
        types: subjects.map(([type]) => type),
        write,
        subjects: [],
        facts: new Map(),
      };
      this.questions.set(key, question);
    }
    return question;
  }

  /** Asked once, a question binds its values; asked often, a list of them, and answers an array in the order of the list. */
  private ask({ types, write, subjects }: Question, binder: Binder): string {
    const [only] = subjects;
    if (only && subjects.length === 1) return write(only.map((value) => binder.bind(value)));
    const numbered = subjects.map((values, index) => [index, ...values]);
    const rows = binder.bindRows(numbered, ['integer', ...types]);
    const [number = '', ...values] = rows.values;
    const answers = this.dialect.jsonText(this.dialect.jsonArrayOf(write(values), [], number));
    return `(SELECT ${answers} FROM ${rows.from})`;
  }
}
