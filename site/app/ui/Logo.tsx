/** The icon as a `data:` URL, which needs no request; set by the build. */
declare const ICON_URL: string;

export const Logo = ({ size }: { size: number }) => <img src={ICON_URL} alt="" width={size} height={size} />;
