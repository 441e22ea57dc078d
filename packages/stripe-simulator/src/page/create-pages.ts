/** The payer's pages under `/c`. */
import { Hono } from "hono";
import type { Simulation } from "../simulation.ts";
export function createPages(_sim: Simulation): Hono {
  return new Hono();
}
