import { availableParallelism, loadavg } from "node:os";
import { processorTime, withService } from "../bench/measure.ts";
import { workerdOf } from "../../test/support/node/processes.ts";
import type { RunningService } from "../../test/support/node/service.ts";
import { curatedCases } from "./hostile/curated.ts";
import { makeRequest } from "./hostile/generate.ts";
import { Interface } from "./hostile/interface.ts";
import { sendRawHeads } from "./hostile/raw-heads.ts";
import { send, type Sent } from "./hostile/send.ts";
import { type StoredIds, storeAndGather } from "./hostile/stored-ids.ts";

const AT_ONCE = 4;
/** A slower response is a fault, measured by processor time, and by elapsed time if the machine is otherwise idle. */
const MAX_MS = 5_000;
/** Requests delete stored data, so it is stored again after this many. */
const STORED_FOR = 500;
const SHOWN_FAULTS = 200;

/** No request leaves the machine: what the service fetches by itself is refused immediately. */
export const CLOSED_IN = {
  ATTACK_INDEX_URL: "http://127.0.0.1:9/index.json",
  RDAP_BOOTSTRAP_URL: "http://127.0.0.1:9",
  PROOF_LINKS: "true",
};

/** Sends hostile requests to a separate service: generated ones from its OpenAPI document, then curated ones. */
export async function tortureHostile(
  options: Map<string, string>,
): Promise<Record<string, unknown>> {
  const [seed, count] = [Number(options.get("seed")), Number(options.get("requests") ?? 20_000)];
  let figures = {};
  await withService(async (service) => {
    const begun = performance.now();
    const driver = await Driver.open(service);
    const first = Number(options.get("first") ?? 0);
    await driver.generate(seed, first, count);
    await driver.curated();
    await driver.rawHeads();
    const faults = await driver.end();
    for (const fault of faults.slice(0, SHOWN_FAULTS)) console.error(fault);
    const seconds = Math.round((performance.now() - begun) / 1000);
    figures = { ...driver.figures, faults: faults.length, seconds };
  }, CLOSED_IN);
  return figures;
}

/** Sends several requests concurrently, and records faults in the responses. */
export class Driver {
  readonly figures = {
    requests: 0,
    curated: 0,
    raw_heads: 0,
    accepted: 0,
    refused: 0,
    late_ms: 0,
    late_cpu_ms: 0,
  };
  readonly #service: RunningService;
  readonly #interface: Interface;
  readonly #workerd: number;
  readonly #faults: string[] = [];
  readonly #late: Sent[] = [];

  private constructor(service: RunningService, described: Interface) {
    this.#service = service;
    this.#interface = described;
    this.#workerd = workerdOf(service.process.pid ?? 0);
  }

  static async open(service: RunningService): Promise<Driver> {
    return new Driver(service, await Interface.read(service.url));
  }

  async generate(seed: number, first: number, count: number): Promise<void> {
    for (let from = first; from < first + count; from += STORED_FOR) {
      const ids: StoredIds = await storeAndGather(this.#service.url, this.#interface);
      const size = Math.min(STORED_FOR, first + count - from);
      const numbers = Array.from({ length: size }, (_, n) => from + n);
      await this.#sendAll(numbers.map((number) => makeRequest(this.#interface, ids, seed, number)));
      this.figures.requests += size;
    }
  }

  /** @param every sends only every n-th case */
  async curated(every = 1): Promise<void> {
    const ids = await storeAndGather(this.#service.url, this.#interface);
    const cases = curatedCases(ids).filter((_, n) => n % every === 0);
    await this.#sendAll(cases);
    this.figures.curated += cases.length;
  }

  async rawHeads(): Promise<void> {
    const { sent, faults } = await sendRawHeads(this.#service.url);
    this.figures.raw_heads += sent;
    this.#faults.push(...faults);
  }

  /** Returns all faults, including that of a service that no longer works. */
  async end(): Promise<string[]> {
    const { status } = await fetch(`${this.#service.url}/api/health`);
    if (status !== 200) this.#faults.push(`health answers ${status} afterwards`);
    const isSame = workerdOf(this.#service.process.pid ?? 0) === this.#workerd;
    if (!isSame) this.#faults.push("workerd ended and was started again");
    return this.#faults;
  }

  async #sendAll(all: readonly Sent[]): Promise<void> {
    let next = 0;
    const worker = async () => {
      for (let sent = all[next++]; sent !== undefined; sent = all[next++])
        await this.#sendOne(sent);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    // Concurrent requests may have delayed it, so a late request is sent again alone.
    for (const sent of this.#late.splice(0)) await this.#sendAlone(sent);
  }

  async #sendAlone(sent: Sent): Promise<void> {
    const before = processorTime(this.#service);
    const ms = await this.#sendOne(sent, true);
    const spent = processorTime(this.#service) - before;
    // Elapsed time includes other programs of the machine.
    const share = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
    this.figures.late_ms = Math.max(this.figures.late_ms, Math.round(ms));
    this.figures.late_cpu_ms = Math.max(this.figures.late_cpu_ms, spent);
    if (Math.max(spent, ms / share) <= MAX_MS) return;
    this.#note(sent, `took ${Math.round(ms)} ms, and ${spent} ms of processor time`);
  }

  /** Sends one request. Returns its duration. */
  async #sendOne(sent: Sent, isAlone = false): Promise<number> {
    try {
      const answer = await send(this.#service.url, sent);
      if (!isAlone && answer.ms > MAX_MS) {
        this.#late.push(sent);
        return answer.ms;
      }
      this.figures[answer.status < 400 ? "accepted" : "refused"] += 1;
      const fault = this.#interface.findFault(sent, answer);
      if (fault !== null) this.#note(sent, fault);
      return answer.ms;
    } catch (error) {
      this.#note(sent, String(error));
      return 0;
    }
  }

  #note(sent: Sent, fault: string): void {
    const body =
      typeof sent.body === "string" ? sent.body.slice(0, 300) : `${sent.body?.length ?? 0} bytes`;
    this.#faults.push(
      `${fault}\n    ${sent.name} ${sent.path.slice(0, 300)} ${JSON.stringify(sent.headers ?? {}).slice(0, 300)} ${body}`,
    );
  }
}
