/** Statements, and parts of them, whose text never changes: it is put together once, and not at each call. */
import { type Compilable, type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "./db.server.ts";

/** Stands for a value while the text is made. */
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Values = Readonly<Record<string, unknown>>;
type Kept = { readonly texts: TemplateStringsArray; readonly places: readonly unknown[] };

/**
 * For what is asked with nearly every request: putting the text of a long query together takes longer than all else that the shop does to send it.
 *
 * @param build is called once. It may hand the values on to the query, and must not look at them: it gets stand-ins
 * @returns the query for the values of a call, by itself or as a part of another one
 */
export function keepText<V extends Values, R>(
  build: (db: Db | Tx, values: V) => Compilable<R>,
): (db: Db | Tx, values: V) => RawBuilder<R> {
  let kept: Kept | undefined;
  return (db, values) => {
    kept ??= textOf(build(db, standIns<V>()));
    return sql<R>(kept.texts, ...kept.places.map((place) => (place instanceof Place ? values[place.name] : place)));
  };
}

function standIns<V extends Values>(): V {
  return new Proxy({} as V, {
    get: (_, name) => new Place(String(name)),
    // A rest or a spread would find none, and the query would ask with nothing in their place.
    ownKeys: () => {
      throw new TypeError("the values of a query whose text is kept are taken by their names");
    },
  });
}

function textOf(query: Compilable<unknown>): Kept {
  const { sql: text, parameters } = query.compile();
  const texts = text.split(/\$\d+/);
  if (texts.length !== parameters.length + 1) throw new Error("a query whose text is kept has a $ that is no parameter's");
  return { texts: Object.assign(texts, { raw: texts }), places: parameters };
}
