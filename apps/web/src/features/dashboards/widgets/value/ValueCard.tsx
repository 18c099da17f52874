export default function ValueCard() {
  return <p>1,234</p>;
}
