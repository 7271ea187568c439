else {
  def b;
}
