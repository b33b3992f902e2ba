/** A server of a test, as a function. */
export type Answer = (url: string, request: Request) => Response | Promise<Response>;
