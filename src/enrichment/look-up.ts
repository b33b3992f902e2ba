import type { Context } from "../context.ts";
import { addressRule } from "../observables/suppress.ts";
import { OutboundError } from "../outbound/outbound-error.ts";
import { askServer, queryDeadline, ServerLimited } from "./ask-server.ts";
import { loadDirectory } from "./load-directory.ts";
import { EMPTY_SUMMARY } from "./rdap/read-response.ts";
import type { Target } from "./rdap/target.ts";
import type { Summary } from "./schema.ts";
import type { EnrichmentStatus } from "./vocabulary.ts";
import { LOOK_SECONDS } from "./waiting.ts";

/** For so long an answer stands, in seconds; a failure longer where its server asks for it. */
const TIME_TO_LIVE = { complete: 24 * 60 * 60, not_found: 6 * 60 * 60, failed: 5 * 60 } as const;
/** So long a caller waits until others have had their answers from the same server. */
const TURN_SECONDS = 20;
/** Then it is told to come back. */
const BUSY_SECONDS = 5;

/** What came of asking. */
export interface Finding {
  status: EnrichmentStatus;
  summary: Summary;
  detail: string | null;
  source_url: string | null;
  /** Whether the answer is about the target itself. */
  is_exact: boolean;
  expires_at: string;
  /** The server that did not answer at all; null where one did, or none was asked. */
  unreachable: string | null;
}

/**
 * Asks the registry that has a target, one request at a time to each server. What goes wrong
 * outside is a finding, too. Private and reserved addresses are never sent anywhere.
 */
export async function lookUp(context: Context, target: Target): Promise<Finding> {
  if (target.kind === "ipv4" && addressRule(target.value) !== null) {
    const detail = `${target.value} is a private or reserved address, which no registry assigns to anybody; nobody was asked.`;
    return finding(context, "not_found", { detail });
  }
  let server: string | null = null;
  try {
    const base = (await loadDirectory(context, target.kind))(target.value);
    if (base === null) return finding(context, "not_found", { detail: noService(target) });
    server = new URL(base).host;
    return await inTurn(context, server, async () => await ask(context, base, target));
  } catch (error) {
    if (error instanceof ServerLimited) return limited(error);
    if (!(error instanceof OutboundError)) throw error;
    const wait = Math.max(TIME_TO_LIVE.failed, error.retryAfter ?? 0);
    return {
      ...finding(context, "failed", { detail: error.message }),
      expires_at: context.now(wait),
      unreachable: error.transient ? server : null,
    };
  }
}

/** Longest time that a look-up can take, in seconds. */
export function lookUpDeadline(context: Context): number {
  return TURN_SECONDS + 2 * queryDeadline(context) + 10;
}

async function ask(context: Context, base: string, target: Target): Promise<Finding> {
  const { reading, url } = await askServer(context, base, target);
  if (reading.kind !== "object") {
    const detail = `${new URL(url).host} has no entry for ${target.value}.`;
    return finding(context, "not_found", { detail, source_url: url });
  }
  const { summary, isExact } = reading;
  return finding(context, "complete", { summary, source_url: url, is_exact: isExact });
}

/** Waits for the turn at a server. @throws ServerLimited when others keep it for too long */
async function inTurn<T>(context: Context, server: string, work: () => Promise<T>): Promise<T> {
  const turn = `server:${server}`;
  const owner = context.newId();
  for (let waited = 0; waited < TURN_SECONDS; waited += LOOK_SECONDS) {
    const until = context.now(queryDeadline(context) + 10);
    if (await context.turns.take(turn, owner, context.now(), until)) {
      try {
        return await work();
      } finally {
        await context.turns.giveBack(turn, owner);
      }
    }
    await context.sleep(LOOK_SECONDS);
  }
  throw new ServerLimited(server, context.now(BUSY_SECONDS));
}

function finding(
  context: Context,
  status: keyof typeof TIME_TO_LIVE,
  more: Partial<Finding>,
): Finding {
  return {
    ...{ status, summary: EMPTY_SUMMARY, detail: null, source_url: null, is_exact: true },
    ...{ expires_at: context.now(TIME_TO_LIVE[status]), unreachable: null, ...more },
  };
}

function limited({ server, until }: ServerLimited): Finding {
  return {
    ...{ status: "rate_limited", summary: EMPTY_SUMMARY, source_url: null, is_exact: true },
    detail: `${server} takes no more questions for now; ask again after ${until}.`,
    ...{ expires_at: until, unreachable: null },
  };
}

function noService({ kind, value }: Target): string {
  return kind === "domain"
    ? `IANA names no RDAP service for .${value.split(".").at(-1)}, so there is nobody to ask about ${value}.`
    : `IANA names no RDAP service for the network of ${value}.`;
}
