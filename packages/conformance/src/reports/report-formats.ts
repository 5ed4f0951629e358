/**
 * The formats a report can be written in.
 */
import type { RunResult } from '../result.js';
import { renderHtml } from './html-report.js';
import { renderJson } from './json-report.js';
import { renderJunit } from './junit-report.js';
import { renderText } from './text-report.js';

export const reportFormats = {
  text: (run) => `${renderText(run)}\n`,
  json: renderJson,
  junit: renderJunit,
  html: renderHtml,
} satisfies Record<string, (run: RunResult) => string>;

export type ReportFormat = keyof typeof reportFormats;

export function isReportFormat(name: string): name is ReportFormat {
  return Object.hasOwn(reportFormats, name);
}
