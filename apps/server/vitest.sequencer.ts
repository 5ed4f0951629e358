/**
 * The order of test files: those that take longest begin first, so that both workers end at about the same time. Vitest remembers how
 * long a file took, and knows only its size in a fresh checkout.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders and files below `test/` that take far longer than their size says. */
const longest =
  /\/test\/(crash|soak|processes|jobs|fuzz|schema|databases\/silent|changes|computed-fields\/recompute|properties\/paging)\b/;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
