/** What is at an address of the site. */
import type { Context } from 'koa';

/** Answers a GET or HEAD. */
export type Page = (ctx: Context) => Promise<void> | void;
