byte fork;
active proctype P() {
	frok = 1
}
