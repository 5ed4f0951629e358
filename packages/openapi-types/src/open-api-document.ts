/** As much of the shape of an OpenAPI 3.1 document as programs need that serve or traverse it. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly [member: string]: unknown };
  readonly servers: readonly { readonly url: string; readonly [member: string]: unknown }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Path items by path template. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** By kind and name: `components.schemas.Contact`. */
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
