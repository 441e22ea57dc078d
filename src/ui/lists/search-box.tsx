/** Searches a list during typing, or with Enter without scripts. Keeps other parameters. */
import { useEffect, useRef } from "react";
import { Form, useLocation, useNavigation, useSearchParams, useSubmit } from "react-router";
import { Search } from "../icons.ts";
import { ASK } from "./list-address.ts";

const AFTER_MS = 250;

type Props = {
  label: string;
  value: string;
};

export function SearchBox({ label, value }: Props) {
  const submit = useSubmit();
  const [search] = useSearchParams();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  // A followed link cancels a pending search at the click, as the navigation renders later.
  useEffect(() => {
    const leave = ({ target, defaultPrevented: isFollowed }: MouseEvent) => {
      if (isFollowed && target instanceof Element && target.closest("a[href]")) clearTimeout(timer.current);
    };
    document.addEventListener("click", leave);
    return () => {
      document.removeEventListener("click", leave);
      clearTimeout(timer.current);
    };
  }, []);
  useEffect(() => {
    if (next && next.pathname !== pathname) clearTimeout(timer.current);
  }, [next, pathname]);
  // Back and forward change the search, but not while the user types.
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = value;
  }, [value]);
  const kept = [...search].filter(([parameter]) => !["q", "page", ASK].includes(parameter));
  return (
    <Form role="search" className="search" preventScrollReset replace>
      <Search size={18} strokeWidth={1.6} aria-hidden="true" />
      {kept.map(([parameter, text]) => (
        <input key={parameter} type="hidden" name={parameter} value={text} />
      ))}
      <input
        ref={field}
        type="search"
        name="q"
        defaultValue={value}
        maxLength={200}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        className="input"
        onChange={({ currentTarget: { form } }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => void submit(form, { replace: true, preventScrollReset: true }), AFTER_MS);
        }}
      />
    </Form>
  );
}
