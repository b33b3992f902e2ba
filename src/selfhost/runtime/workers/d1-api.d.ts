/** The D1 interface of the platform, built into workerd. */
declare module "cloudflare-internal:d1-api" {
  /** @param bindings `fetcher`: where its requests go */
  const makeDatabase: (bindings: { fetcher: Pick<Fetcher, "fetch"> }) => D1Database;
  export default makeDatabase;
}
