import { OutboundError } from "../outbound/outbound-error.ts";

type NetworkFor = (url: string) => typeof fetch;

/**
 * Ends a request after some seconds in all, however often its server sends a byte or redirects.
 * @param work what is to be done, with what brings its ways out under the deadline
 * @throws OutboundError when the time is over
 */
export async function withDeadline<T>(
  url: string,
  seconds: number,
  work: (under: (networkFor: NetworkFor) => NetworkFor) => Promise<T>,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const abort = new AbortController();
  const timer = setTimeout(() => {
    const message = `${url} took more than ${Math.round(seconds)} seconds.`;
    reject(new OutboundError(message, { transient: true }));
    abort.abort();
  }, seconds * 1000);
  const under = (networkFor: NetworkFor) => (target: string) => {
    const network = networkFor(target);
    const limited: typeof fetch = async (input, init) => {
      const signals = [abort.signal, ...(init?.signal ? [init.signal] : [])];
      return await network(input, { ...init, signal: AbortSignal.any(signals) });
    };
    return limited;
  };
  try {
    return await Promise.race([work(under), late]);
  } finally {
    clearTimeout(timer);
  }
}
