import type { EventRecord } from "../ledger/records.ts";
import type { Simulation } from "../simulation.ts";
import { wireEvent } from "../wire/wire.ts";
import type { Read } from "./call.ts";
import { listPage, readPage } from "./lists.ts";
import { badParameter, missing } from "./stripe-error.ts";

export function listEvents(sim: Simulation): Read {
  return async ({ fields }) => {
    const page = readPage(fields, sim.ledger.events, "event");
    const type = fields.string("type");
    const types = fields.strings("types");
    if (type !== undefined && types.length > 0) {
      throw badParameter("types", "parameters_exclusive", "You may only specify one of these parameters: type, types.");
    }
    const delivered = fields.boolean("delivery_success");
    fields.close();
    const wanted = new Set(type === undefined ? types : [type]);
    const where = (event: EventRecord) =>
      (wanted.size === 0 || wanted.has(event.type)) &&
      (delivered === undefined || delivered !== sim.ledger.undelivered.has(event.id));
    return listPage(sim, {
      table: sim.ledger.events,
      page: { ...page, where },
      url: "/v1/events",
      show: (record) => showWireEvent(sim, record),
    });
  };
}

export function showEvent(sim: Simulation): Read {
  return async ({ id, fields }) => {
    fields.close();
    const event = sim.ledger.events.get(id);
    if (event === undefined) throw missing("event", id, "id");
    await sim.ledger.settled(sim.ledger.events, id);
    return showWireEvent(sim, event);
  };
}

function showWireEvent(sim: Simulation, event: EventRecord) {
  return wireEvent(event, sim.wire, sim.ledger.undelivered.has(event.id) ? 1 : 0);
}
