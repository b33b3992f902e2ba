import { seededRandom } from "../../random.ts";
import { addSource, type CollectionRun, runSource } from "../collection.ts";
import { FeedServer } from "../feed-server.ts";
import { mutateJson, mutateText, pick, type Random } from "./mutate.ts";
import { allSamples, type Sample, type SampleKind, someItems } from "./samples.ts";

/** Parts around the mutated one that nothing may be lost of. */
const SENTINELS = 2;

interface Receipt {
  items_seen: number;
  items_created: number;
  duplicates: number;
  items_failed: number;
}

/** One mutated file, ready to be sent. */
interface Mutant {
  kind: SampleKind;
  number: number;
  /** Titles of the parts that must enter whatever else is wrong. */
  sentinels: string[];
  items: unknown[];
}

/** How a run of mutants went; the seed and the number make each one again. */
export interface FuzzReport {
  mutants: number;
  byKind: Record<string, number>;
  refused: number;
  failures: string[];
}

/** Sends mutants to a service one by one and tells which of them broke a promise. */
export class Fuzzer {
  readonly #url: string;
  readonly #seed: number;
  readonly #feeds = new FeedServer();
  readonly #sources: string[] = [];
  readonly #samples = allSamples();
  readonly #report: FuzzReport = { mutants: 0, byKind: {}, refused: 0, failures: [] };

  constructor(url: string, seed: number) {
    this.#url = url;
    this.#seed = seed;
  }

  /** @param first number of the first mutant, so that one alone can be sent again */
  async run(count: number, first = 0): Promise<FuzzReport> {
    await this.#feeds.listen();
    try {
      for (let number = first; number < first + count; number += 1) {
        await this.#send(number).catch((error: unknown) => this.#fail(number, String(error)));
      }
    } finally {
      this.#feeds.close();
    }
    const health = await fetch(`${this.#url}/api/health`);
    if (health.status !== 200) this.#fail(-1, `health answers ${health.status} afterwards`);
    return this.#report;
  }

  async #send(number: number): Promise<void> {
    const random = seededRandom(this.#seed * 1_000_003 + number);
    const kinds = ["stix", "misp", "stix", "misp", "atlas", "navigator", "feed", "report"] as const;
    const kind = pick(random, kinds);
    const sample = pick(
      random,
      this.#samples.filter((one) => one.kind === kind),
    );
    const mutant = this.#mutate(sample, number, random);
    this.#report.mutants += 1;
    this.#report.byKind[kind] = (this.#report.byKind[kind] ?? 0) + 1;
    if (kind === "feed") await this.#sendFeed(mutant);
    else if (kind === "navigator") await this.#sendLayer(mutant);
    else if (kind === "report") await this.#sendReport(mutant);
    else await this.#sendImport(mutant, random);
  }

  #mutate(sample: Sample, number: number, random: Random): Mutant {
    const { kind } = sample;
    const items = someItems(sample, random);
    const place = Math.floor(random() * items.length);
    const victim = items[place];
    const isText = typeof victim === "string";
    items[place] = isText ? mutateText(victim, random) : mutateJson(victim, random);
    const name = (n: number) => `Sentinel ${this.#seed} ${number} ${n} of the fuzzer`;
    const sentinels = Array.from({ length: SENTINELS }, (_, n) => name(n));
    return { kind, number, sentinels, items };
  }

  async #sendImport({ kind, number, sentinels, items }: Mutant, random: Random): Promise<void> {
    const [first, last] = sentinels.map((title, n) => sentinelOf(kind, title, number, n));
    const all = [first, ...items, last];
    const whole = { stix: { type: "bundle", objects: all }, misp: all }[kind as "stix"];
    const text = JSON.stringify(whole ?? { version: null, "case-studies": all });
    // Now and then a letter is wrong, and the file is no JSON any more: it may be refused, no more.
    const isBroken = random() < 0.15;
    const body = isBroken ? mutateText(text, random) : text;
    const answer = await this.#post(`/api/pipeline/import/${kind}`, body);
    if (this.#isFault(number, answer, isBroken)) return;
    const receipt = JSON.parse(answer.text) as Receipt;
    const { items_seen: seen, items_created: created, duplicates, items_failed: failed } = receipt;
    if (seen !== created + duplicates + failed) {
      this.#fail(number, `receipt does not add up: ${JSON.stringify(receipt).slice(0, 300)}`);
    }
    if (!isBroken) await this.#requireSentinels(number, sentinels);
  }

  async #sendFeed({ number, sentinels, items }: Mutant): Promise<void> {
    const [first, last] = sentinels.map(
      (title, n) => `<item><title>${title}</title><guid>${number}-${n}</guid></item>`,
    );
    const hostile = items.map((item) => `<item>${typeof item === "string" ? item : ""}</item>`);
    const body = `<rss version="2.0"><channel>${first}${hostile.join("")}${last}</channel></rss>`;
    const url = this.#feeds.offer(`fuzz-${this.#seed}-${number}`, { bytes: Buffer.from(body) });
    const run: CollectionRun = await runSource(this.#url, await this.#source(url));
    if (run.status !== "complete") this.#fail(number, `feed ended ${run.status}: ${run.error}`);
    else await this.#requireSentinels(number, sentinels);
  }

  async #source(url: string): Promise<string> {
    const id = await addSource(this.#url, url);
    this.#sources.push(id);
    return id;
  }

  async #sendLayer({ number, items }: Mutant): Promise<void> {
    const layer = { name: "Fuzz", domain: "enterprise-attack", techniques: items };
    const answer = await this.#post("/api/layers/import", JSON.stringify(layer));
    this.#isFault(number, answer, true);
  }

  async #sendReport({ number, items }: Mutant): Promise<void> {
    const form = new FormData();
    form.set("text", String(items[0]));
    const response = await fetch(`${this.#url}/api/analyze`, { method: "POST", body: form });
    this.#isFault(number, { status: response.status, text: await response.text() }, true);
  }

  async #post(path: string, body: string): Promise<{ status: number; text: string }> {
    const response = await fetch(`${this.#url}${path}`, { method: "POST", body });
    return { status: response.status, text: await response.text() };
  }

  /** Whether there is nothing to look at: a fault, or a refusal where one is allowed. */
  #isFault(number: number, answer: { status: number; text: string }, mayRefuse: boolean): boolean {
    if (answer.status < 300) return false;
    if (mayRefuse && answer.status < 500) this.#report.refused += 1;
    else this.#fail(number, `${answer.status} ${answer.text.slice(0, 300)}`);
    return true;
  }

  async #requireSentinels(number: number, sentinels: string[]): Promise<void> {
    for (const title of sentinels) {
      const path = `/api/pipeline/intake?q=${encodeURIComponent(title)}`;
      const found = await fetch(`${this.#url}${path}`);
      await found.arrayBuffer();
      if (found.headers.get("X-Total-Count") !== "1") this.#fail(number, `lost "${title}"`);
    }
  }

  #fail(number: number, what: string): void {
    this.#report.failures.push(`seed ${this.#seed}, mutant ${number}: ${what}`);
  }
}

/** A part of its own id and title, which no mutation touches. */
function sentinelOf(kind: SampleKind, name: string, number: number, n: number): unknown {
  const tail = `${String(number).padStart(10, "0")}${String(n).padStart(2, "0")}`;
  const uuid = `70000000-0000-4000-8000-${tail}`;
  if (kind === "misp") return { Event: { info: name, uuid } };
  if (kind === "stix") return { type: "report", id: `report--${uuid}`, name };
  return { id: `AML.CS${tail}`, name, procedure: [] };
}
