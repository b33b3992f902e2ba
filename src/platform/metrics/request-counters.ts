import type { Metric, Sample } from "./metric.ts";

/** Upper bounds of the buckets, in seconds: cached reads take one millisecond, analyses many seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Other methods share one label value, because a client can send any word. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The responses of one route to one method. */
interface Answered {
  labels: { method: string; route: string };
  /** Responses by the first digit of their status. */
  classes: Map<number, number>;
  /** Responses by bucket, not cumulative; the last one has no bound. */
  buckets: number[];
  seconds: number;
}

/** Counts the requests of this isolate since it started, by route template. */
export class RequestCounters {
  readonly #answered = new Map<string, Answered>();

  /**
   * Counts a response.
   * @param route the template, such as `/api/layers/{layer_id}`; never a path with ids
   * @param seconds until the head of the response; a stream goes on after it
   */
  count(method: string, route: string, status: number, seconds: number): void {
    const answered = this.#of(METHODS.has(method) ? method : "OTHER", route);
    const first = Math.floor(status / 100);
    answered.classes.set(first, (answered.classes.get(first) ?? 0) + 1);
    const bucket = BOUNDS.findIndex((bound) => seconds <= bound);
    const at = bucket === -1 ? BOUNDS.length : bucket;
    answered.buckets[at] = (answered.buckets[at] ?? 0) + 1;
    answered.seconds += seconds;
  }

  measure(): Metric[] {
    const all = [...this.#answered.values()];
    return [
      {
        name: "tradecraft_http_requests_total",
        help: "Requests answered, by route template and status class.",
        type: "counter",
        samples: all.flatMap(({ labels, classes }) =>
          [...classes].map(([first, value]) => ({
            labels: { ...labels, status: `${first}xx` },
            value,
          })),
        ),
      },
      {
        name: "tradecraft_http_request_duration_seconds",
        help: "Seconds from a request to the head of its response, by route template.",
        type: "histogram",
        samples: all.flatMap(toHistogram),
      },
    ];
  }

  #of(method: string, route: string): Answered {
    const key = `${method} ${route}`;
    const known = this.#answered.get(key);
    if (known !== undefined) return known;
    const buckets = Array.from({ length: BOUNDS.length + 1 }, () => 0);
    const created = { labels: { method, route }, classes: new Map(), buckets, seconds: 0 };
    this.#answered.set(key, created);
    return created;
  }
}

/** Converts counts to a histogram, whose buckets count everything up to their bound. */
function toHistogram({ labels, buckets, seconds }: Answered): Sample[] {
  let sum = 0;
  const cumulative = buckets.map((n) => (sum += n));
  return [
    ...cumulative.map((value, at) => {
      const le = String(BOUNDS[at] ?? "+Inf");
      return { suffix: "_bucket" as const, labels: { ...labels, le }, value };
    }),
    { suffix: "_sum", labels, value: seconds },
    { suffix: "_count", labels, value: sum },
  ];
}
