/** A server that is not queried until a time, because it limits queries or a budget is used up. */
export class ServerLimited extends Error {
  readonly server: string;
  readonly until: string;

  constructor(server: string, until: string, why = `${server} is rate-limiting queries`) {
    super(`${why}; try again after ${until}.`);
    this.server = server;
    this.until = until;
  }
}
