chan c = [0] of { byte };
inline get(v) { skip; end: c?v }
active proctype A(){ byte v; get(v); get(v); get(v) }
active proctype B(){ c!1; c!2 }
