/** A hidden field, not sent, that tells password managers the account of a form's passwords. */
export function UsernameField({ email }: { email: string | undefined }) {
  return email === undefined ? null : <input type="email" autoComplete="username" value={email} readOnly hidden />;
}
