import type { Resource } from "./resources.ts";
import type { WranglerFailure } from "./wrangler.ts";

const SIGN_IN =
  "You are not signed in to Cloudflare. Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN and " +
  "CLOUDFLARE_ACCOUNT_ID (docs/cloudflare.md).";

const TOKEN =
  "The API token is wrong, has expired or lacks a permission; docs/cloudflare.md lists what it needs.";

/** The way out of a refusal, by the code of Cloudflare's API. */
const ADVICE: Readonly<Record<number, string>> = {
  1000: TOKEN,
  9109: TOKEN,
  10_000: TOKEN,
  10_042: "R2 is off for the account. Turn it on in the dashboard, under R2 object storage.",
  100_328:
    "The account is on Workers Free. Switch it to Workers Paid (docs/cloudflare.md says why).",
};

/** What a deploy has done on the account: a first one creates resources. */
export interface Done {
  created: Resource[];
  isMigrated: boolean;
}

/**
 * What an operator reads after a step failed: wrangler's words unless they were on the terminal, the
 * way out, and what the deploy has left.
 */
export function adviseOn({ code, message, output }: WranglerFailure, done: Done): string {
  const isSignedOut = message.includes("CLOUDFLARE_API_TOKEN environment variable");
  const lines = isSignedOut ? [SIGN_IN] : [output, ADVICE[code ?? 0] ?? ""];
  lines.push("The deploy is not complete. Run `npm run deploy` again once the cause is gone.");
  if (done.created.length > 0) {
    lines.push("It will use what is on the account by now. To remove that instead:");
    for (const { command, name } of done.created) {
      lines.push(`  npx wrangler ${command.join(" ")} delete ${name}`);
    }
  } else if (done.isMigrated) {
    lines.push("The databases are migrated already, for the version that does not serve yet.");
  }
  return lines.filter((line) => line !== "").join("\n");
}
