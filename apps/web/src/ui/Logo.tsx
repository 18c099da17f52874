/** The mark: an arcade seen from inside. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill="#0B7A75" />
      <path d="M7 25V15a9 9 0 0 1 18 0v10" fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
      <path
        d="M12 25v-9a4 4 0 0 1 8 0v9"
        fill="none"
        stroke="#fff"
        strokeOpacity=".72"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </svg>
  );
}
