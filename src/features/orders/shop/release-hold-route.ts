/** POST /reservations/release: releases the visitor's reserved tickets, and returns to the form's page. */
import { redirect } from "react-router";
import { nextPath } from "#features/accounts/rules/sign-in/next-path.ts";
import { deviceOf, requireVisitor } from "#features/accounts/server/sessions/find-visitor.ts";
import { readFields } from "#platform/request/body.server.ts";
import { flashCookie } from "#platform/request/flash.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { showCanceled } from "../server/reading/show-purchase.ts";
import type { Route } from "./+types/release-hold-route.ts";

/** A GET request releases nothing, so that no link can. */
export function loader() {
  return redirect("/");
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFields(request);
  const next = nextPath(form.get("next"));
  const visitor = await requireVisitor(context, request, next);
  const order = form.get("order") ?? undefined;
  const buyer = { id: visitor.id, address: deviceOf(context, request).address };
  const result = await showCanceled(ctxOf(context), buyer, order);
  // The order was paid at the same moment.
  if (result === "settled") return redirect(`/success?success=true&order=${order}`, 303);
  const isFreed = result.kind === "canceled" && result.isFreed;
  return redirect(next, { status: 303, headers: { "Set-Cookie": flashCookie(isFreed ? "holdReleased" : "holdKept") } });
}
