/** Returns the title of a session in quotes, as sentences name it. */
export type TitleOf = (sessionId: string) => string;
