import { z } from "zod";
import { ROLES } from "../../platform/auth/identity.ts";
import { cleanLine } from "../../platform/lib/clean-text.ts";
import { DEFAULT_DAYS, MAX_DAYS } from "./vocabulary.ts";

export const newTokenSchema = z
  .object({
    name: z
      .string()
      .transform(cleanLine)
      .pipe(z.string().min(1, "must not be empty").max(80))
      .meta({
        description: "What the token is for. It appears in the audit trail.",
        example: "Nightly import",
      }),
    role: z.enum(ROLES).meta({
      description: "Role of the token, at most your own.",
      example: "analyst",
    }),
    expires_in_days: z
      .int()
      .min(1)
      .max(MAX_DAYS)
      .default(DEFAULT_DAYS)
      .meta({ description: "Days until the token expires." }),
  })
  .meta({ id: "NewApiToken" });
export type NewToken = z.output<typeof newTokenSchema>;

const fields = {
  id: z.uuid().meta({ description: "Identifier of the token." }),
  name: z.string().meta({ description: "What the token is for.", example: "Nightly import" }),
  owner: z
    .string()
    .meta({ description: "User who created the token.", example: "ann@example.org" }),
  role: z.enum(ROLES).meta({ description: "Role of the token.", example: "analyst" }),
  hint: z.string().meta({
    description: "First characters of the token, to recognize it.",
    example: "tradecraft_Jq3x9Z",
  }),
  created_at: z.string().meta({ description: "Time at which the token was created." }),
  expires_at: z.string().meta({ description: "Time at which the token expires." }),
  last_used_at: z
    .string()
    .nullable()
    .meta({ description: "Time of its last use, to the hour; null if it was never used." }),
  is_expired: z.boolean().meta({ description: "Whether the token has expired.", example: false }),
};

/** A token in lists, without its secret. */
export const tokenSchema = z.object(fields).meta({ id: "ApiToken" });
export type TokenView = z.output<typeof tokenSchema>;

export const createdTokenSchema = z
  .object({
    ...fields,
    token: z.string().meta({
      description: "The token. It is shown only once.",
      example: "tradecraft_Jq3x9ZyUu2e1nO7v5s0mWkqV8bT4cLr6aHd9fGi3pXw",
    }),
  })
  .meta({ id: "CreatedApiToken" });
export type CreatedToken = z.output<typeof createdTokenSchema>;
