/** Every piece of the design system on one page, in development only. The frame around it is the shop's own. */
import { type LoaderFunctionArgs, type RouterContextProvider, useLoaderData } from "react-router";
import { storeDemoPictures } from "#demo/pictures.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { Toasts } from "#ui/feedback/toast.tsx";
import { DemoBar } from "../shell/demo-bar.tsx";
import { ShopFooter } from "../shell/shop-footer.tsx";
import { ShopHeader } from "../shell/shop-header.tsx";
import { Buying } from "./gallery/buying.tsx";
import { Controls } from "./gallery/controls.tsx";
import { Feedback } from "./gallery/feedback.tsx";
import { Numbers } from "./gallery/numbers.tsx";

export async function loader({ context }: LoaderFunctionArgs<RouterContextProvider>) {
  const ctx = ctxOf(context);
  const names = ["valmont-gt-10-front", "valmont-gt-10-rear", "valmont-gt-10-detail"] as const;
  const stored = await storeDemoPictures(ctx.media, names);
  return {
    pictures: names.flatMap((name) => stored.get(name) ?? []),
    now: ctx.now().getTime(),
    seller: ctx.brand.current.trader,
  };
}

/** The pages of the whole product, so that the frame is seen full. */
const headerLinks = [
  { to: "/prize", text: "nav.liveDraws" },
  { to: "/past-draws", text: "nav.pastWinners" },
  { to: "/how-to-win", text: "nav.howToWin" },
  { to: "/#faq", text: "nav.faq" },
] as const;

const footerLinks = [
  { to: "/about", text: "about" },
  { to: "/contact", text: "contact" },
  { to: "/privacy", text: "privacy" },
  { to: "/terms", text: "terms" },
  { to: "/cookies", text: "cookies" },
] as const;

export default function GalleryPage() {
  const { pictures, now, seller } = useLoaderData<typeof loader>();
  return (
    <>
      <title>Gallery</title>
      <DemoBar mailboxPath="/mailbox" />
      <ShopHeader links={headerLinks} />
      <main id="content" className="wrap grid grid-cols-1 gap-20 pt-2 pb-10">
        <Buying pictures={pictures} />
        <Numbers picture={pictures[0]} now={now} />
        <Controls />
        <Feedback />
      </main>
      <ShopFooter links={footerLinks} seller={seller} socialUrls={["https://www.instagram.com/example"]} note={undefined} />
      <Toasts />
    </>
  );
}
