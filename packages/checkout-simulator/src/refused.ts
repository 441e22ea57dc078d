/** An error response of the provider; only 422 has a body. */
export class Refused extends Error {
  readonly status: number;
  readonly codes: readonly string[];
  constructor(status: number, ...codes: readonly string[]) {
    super(`${status} ${codes.join()}`);
    this.status = status;
    this.codes = codes;
  }
}
