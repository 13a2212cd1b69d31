import * as z from 'zod/mini';

/** A field's schema in requests, and in responses: without limits, which may be stricter than when it was stored. */
interface Field {
  sent: z.ZodMiniType;
  shown: z.ZodMiniType;
}

export const field = <Sent extends z.ZodMiniType, Shown extends z.ZodMiniType>(sent: Sent, shown: Shown) => ({
  sent,
  shown,
});

export const same = <Schema extends z.ZodMiniType>(schema: Schema) => field(schema, schema);

/** A field that is absent until set; `null` removes it. */
export const optional = <Sent extends z.ZodMiniType, Shown extends z.ZodMiniType>(sent: Sent, shown: Shown) =>
  field(z.nullable(sent), z.optional(shown));

/** The shape of a resource in requests or in responses. */
export const shapeOf = <Fields extends Record<string, Field>, Side extends keyof Field>(fields: Fields, side: Side) =>
  Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, of[side]])) as {
    [Name in keyof Fields]: Fields[Name][Side];
  };
